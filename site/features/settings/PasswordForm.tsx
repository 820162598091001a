import * as v from 'valibot'
import { changePassword } from '#shared/api/account.ts'
import { repeatIssue } from '#shared/rules/password.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { NewPassword } from '#site/features/auth/NewPassword.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { useFirstPassword } from './has-password.ts'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsForm } from './useSettingsForm.ts'
import { atPasswordField } from './wrong-password.ts'

const { password, new_password } = changePassword.entries
/** The schema uses the names of the fields that `NewPassword` renders. */
const schema = v.object({ password, new_password, confirmation: v.string() })

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const first = useFirstPassword()
  const texts = useTexts('issues')
  const { api } = useSite()
  const text = useTexts('settings')
  const { values, change, issues, failure, done, isBusy, submit } = useSettingsForm<v.InferInput<typeof schema>>({
    draft: null,
    call: 'account.changePassword',
    initial: { password: first, new_password: '', confirmation: '' },
    schema,
    rules: (form): Record<string, string> => {
      const repeat = repeatIssue(form.new_password, form.confirmation)
      return repeat === null ? {} : { confirmation: texts[repeat] }
    },
    fallback: text.newPassword.failed,
    send: async (form) => {
      await atPasswordField(
        api.account.changePassword({ password: form.password, new_password: form.new_password }),
        text.wrongPassword,
      )
      onChanged()
      return { done: text.newPassword.done, values: { password: '', new_password: '', confirmation: '' } }
    },
  })
  return (
    <SettingsPart title={text.newPassword.title} lead={text.newPassword.lead}>
      <form
        className="form"
        {...useEarlyForm(change, 'account.changePassword')}
        onSubmit={(event) => void submit(event)}
        noValidate>
        <FormFields />
        <CurrentPassword
          value={values.password}
          error={issues.password}
          onValue={(value) => change({ password: value })}
        />
        <NewPassword
          label={text.newPassword.label}
          name="new_password"
          values={{ password: values.new_password, confirmation: values.confirmation }}
          issues={{ password: issues.new_password, confirmation: issues.confirmation }}
          change={({ password: next, ...part }) => change(next === undefined ? part : { ...part, new_password: next })}
        />
        <Outcome done={done} failure={failure} />
        <div className="form__actions">
          <Button type="submit" variant="primary" busy={isBusy}>
            {text.newPassword.submit}
          </Button>
        </div>
      </form>
    </SettingsPart>
  )
}
