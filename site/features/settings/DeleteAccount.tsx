import { users } from '#shared/api/users.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useSite, useText } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { leaveAccount, whileLeaving } from '#site/features/auth/useLogOut.ts'

export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { deletion } = useText()
  return (
    <Dialog open={open} onClose={onClose} title={deletion.question(deletion.types.profile)} closeLabel={deletion.no}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

type Removal = { password: string; content: 'keep' | 'remove' }

function Form({ onClose }: { onClose: () => void }) {
  const authScreensTexts = useTexts('authScreens')
  const { api, t } = useSite()
  const texts = useTexts('account')
  const { values, change, issues, failure, isBusy, submit } = useForm<Removal>({
    draft: null,
    initial: { password: '', content: 'keep' },
    schema: users.removeMe.input,
    fallback: texts.failed,
    send: async (form) => {
      await whileLeaving(api.users.removeMe(form))
      showToast({ kind: 'success', text: texts.done })
      leaveAccount()
      // Keeps the form busy until the page unloads.
      await new Promise(() => {})
    },
  })
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <FormFailure text={failure} />
      <p>{texts.lead}</p>
      <Choices
        label={texts.content}
        value={values.content}
        onChange={(content) => change({ content })}
        options={[
          { value: 'keep', label: texts.keep, hint: texts.keepHint },
          { value: 'remove', label: texts.remove, hint: texts.removeHint },
        ]}
      />
      <Field label={texts.password} hint={texts.passwordHint} error={issues.password}>
        <PasswordInput
          name="password"
          value={values.password}
          required
          autoComplete="current-password"
          showLabel={authScreensTexts.showPassword}
          hideLabel={authScreensTexts.hidePassword}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button data-autofocus onClick={onClose}>
          {t.deletion.no}
        </Button>
        <Button type="submit" variant="danger" busy={isBusy} busyLabel={texts.working}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}
