import { useState } from 'react'
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import { useNavigate } from 'react-router-dom'
import { login } from '#shared/api/auth.ts'
import { CallError } from '#shared/api/errors.ts'
import type { FailedForm } from '#shared/rules/forms.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import type { Login } from '#site/core/session.ts'
import { SecondStep } from '../factors/SecondStep.tsx'
import { usePasskeyLogin } from '../factors/usePasskeyLogin.ts'
import { LoginFields } from './LoginFields.tsx'
import { enter } from './session-changes.ts'

const DRAFT = 'login'

type PendingLogin = { challenge: string; username: string; remember: boolean }

/** Without JavaScript, the response to the login has a challenge, which the form of the second step returns. */
function pendingOf(failed: FailedForm | null): PendingLogin | null {
  if (failed?.call === 'auth.login' && failed.code === 'second_factor')
    return { challenge: String(failed.extra.challenge), username: String(failed.values.username), remember: false }
  if (failed?.call === 'factors.secondFactor' && failed.code === 'bad_code')
    return { challenge: String(failed.values.challenge), username: '', remember: false }
  return null
}

export function LoginForm({ next }: { next: string }) {
  const { api, failed_form } = useSite()
  const text = useTexts('authScreens')
  const navigate = useNavigate()
  const [pending, setPending] = useState(pendingOf(failed_form))
  const { values, change, issues, failure, setFailure, isBusy, submit, clearDraft } = useForm({
    draft: DRAFT,
    call: 'auth.login',
    exclude: ['password'],
    initial: { username: '', password: '', remember_me: false },
    schema: login,
    fallback: text.login.failed,
    send: async (form) => {
      try {
        await finish(await api.auth.login(form), form.remember_me)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.code === 'second_factor') {
          setPending({ challenge: String(error.body.challenge), username: form.username, remember: form.remember_me })
          return
        }
        if (error.code !== 'email_not_verified') throw error
        const { email, username } = error.body
        await navigate(paths.verifyEmailSent(), { state: { email, username, fromLogin: true } })
      }
    },
  })
  async function finish(session: Login, remember: boolean): Promise<void> {
    clearDraft()
    await enter(session, remember, next)
  }
  const passkey = usePasskeyLogin({
    remember: () => values.remember_me,
    onSession: (session) => finish(session, values.remember_me),
    onFailure: (reason) => setFailure(reason === 'stopped' ? text.login.passkeyStopped : text.login.passkeyFailed),
  })
  const early = useEarlyForm(change, 'auth.login')
  if (pending) {
    const { challenge, username, remember } = pending
    return (
      <SecondStep
        next={next}
        challenge={challenge}
        onSession={(session) => finish(session, remember)}
        onBack={(reason) => {
          setPending(null)
          change({ username, remember_me: remember })
          setFailure(reason)
        }}
      />
    )
  }
  return (
    <form className="form" {...early} onSubmit={(event) => void submit(event)} noValidate>
      <FormFields next={next} />
      <FormFailure text={failure} />
      <LoginFields values={values} change={change} issues={issues} />
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.login.busy}>
        {text.login.submit}
      </Button>
      {passkey.isSupported && (
        <Button
          size="large"
          wide
          className="needs-js"
          icon={<Icon of={KeyRound} size={20} />}
          busy={passkey.isBusy}
          onClick={passkey.press}>
          {text.login.passkey}
        </Button>
      )}
    </form>
  )
}
