import { users } from '#shared/api/users.ts'
import { useTexts } from '#shared/texts.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useSite, useText } from '#site/core/site-context.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { paths } from '#shared/paths.ts'
import { useForm } from '#site/core/useForm.ts'
import { leaveAccount, whileLeaving } from '#site/features/auth/useLogOut.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { useFirstPassword } from './has-password.ts'

export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { deletion } = useText()
  return (
    <Dialog open={open} onClose={onClose} title={deletion.question(deletion.types.profile)} closeLabel={deletion.no}>
      <DeletionForm onClose={onClose} />
    </Dialog>
  )
}

type Removal = { password: string; content: 'keep' | 'remove' }

export function DeletionForm({ onClose }: { onClose: () => void }) {
  const { api, t } = useSite()
  const texts = useTexts('account')
  const { values, change, issues, failure, isBusy, submit } = useForm<Removal>({
    draft: null,
    call: 'users.removeMe',
    initial: { password: useFirstPassword(), content: 'keep' },
    schema: users.removeMe.input,
    fallback: texts.failed,
    send: async (form) => {
      await whileLeaving(api.users.removeMe(form))
      showToast({ kind: 'success', text: texts.done })
      await leaveAccount({ isDeleted: true })
      // This promise never resolves, so that the form stays busy until the page unloads.
      await new Promise(() => {})
    },
  })
  return (
    <form
      className="form"
      {...useEarlyForm(change, 'users.removeMe')}
      onSubmit={(event) => void submit(event)}
      noValidate>
      <FormFields next="/" />
      <FormFailure text={failure} />
      <p>{texts.lead}</p>
      <Choices
        label={texts.content}
        name="content"
        value={values.content}
        onChange={(content) => change({ content })}
        options={[
          { value: 'keep', label: texts.keep, hint: texts.keepHint },
          { value: 'remove', label: texts.remove, hint: texts.removeHint },
        ]}
      />
      <CurrentPassword
        value={values.password}
        label={texts.password}
        hint={texts.passwordHint}
        error={issues.password}
        onValue={(password) => change({ password })}
      />
      <div className="form__actions">
        <ActionLink className={buttonClass()} href={paths.settings('data')} data-autofocus onPress={onClose}>
          {t.deletion.no}
        </ActionLink>
        <Button type="submit" variant="danger" busy={isBusy} busyLabel={texts.working}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}
