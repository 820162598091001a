import { Link, useNavigate } from 'react-router-dom'
import { login } from '#shared/api/auth.ts'
import { CallError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { clearDraft } from '#site/core/useDraft.ts'
import { useForm } from '#site/core/useForm.ts'
import { enter } from './session-changes.ts'

const DRAFT = 'login'

export function LoginForm({ next }: { next: string }) {
  const { api, t } = useSite()
  const text = t.authScreens
  const navigate = useNavigate()
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: DRAFT,
    unkept: ['password'],
    initial: { username: '', password: '', remember_me: false },
    schema: login,
    fallback: text.login.failed,
    send: async (form) => {
      try {
        const session = await api.auth.login(form)
        clearDraft(DRAFT)
        await enter(session, form.remember_me, next)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'email_not_verified') throw error
        const { email, username } = error.body
        await navigate(paths.verifyEmailSent(), { state: { email, username, fromLogin: true } })
      }
    },
  })
  return (
    <form className="form" {...useEarlyForm(change)} onSubmit={(event) => void submit(event)} noValidate>
      {failure !== null && <Notice kind="danger" role="alert">{failure}</Notice>}
      <Field label={text.username} hint={text.login.usernameHint} error={issues.username}>
        <TextInput
          name="username" value={values.username} required maxLength={LIMITS.email}
          autoComplete="username" autoCapitalize="none" autoCorrect="off" spellCheck={false}
          onChange={(event) => change({ username: event.target.value })}
        />
      </Field>
      <Field label={text.password} error={issues.password}>
        <PasswordInput
          name="password" value={values.password} required autoComplete="current-password"
          showLabel={text.showPassword} hideLabel={text.hidePassword}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <div className="auth__between">
        <Checkbox
          label={text.login.remember} name="remember_me" checked={values.remember_me}
          onChange={(event) => change({ remember_me: event.target.checked })}
        />
        <Link className="auth__link" to={paths.forgotPassword()}>{text.login.forgot}</Link>
      </div>
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.login.busy}>{text.login.submit}</Button>
    </form>
  )
}
