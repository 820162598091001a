import { useState } from 'react'
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import { useNavigate } from 'react-router-dom'
import { login } from '#shared/api/auth.ts'
import { CallError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { clearDraft } from '#site/core/useDraft.ts'
import { useForm } from '#site/core/useForm.ts'
import type { Login } from '#site/core/session.ts'
import type { SecondStep } from '../factors/SecondStep.tsx'
import { usePasskeyLogin } from '../factors/usePasskeyLogin.ts'
import { LoginFields } from './LoginFields.tsx'
import { enter } from './session-changes.ts'

const DRAFT = 'login'

type PendingLogin = { challenge: string; username: string; remember: boolean; View: typeof SecondStep }

export function LoginForm({ next }: { next: string }) {
  const { api } = useSite()
  const text = useTexts('authScreens')
  const navigate = useNavigate()
  const [pending, setPending] = useState<PendingLogin | null>(null)
  const finish = async (session: Login, remember: boolean) => {
    clearDraft(DRAFT)
    await enter(session, remember, next)
  }
  const { values, change, issues, failure, setFailure, isBusy, submit } = useForm({
    draft: DRAFT,
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
          const { SecondStep: View } = await import('../factors/SecondStep.tsx')
          setPending({
            challenge: String(error.body.challenge),
            username: form.username,
            remember: form.remember_me,
            View,
          })
          return
        }
        if (error.code !== 'email_not_verified') throw error
        const { email, username } = error.body
        await navigate(paths.verifyEmailSent(), { state: { email, username, fromLogin: true } })
      }
    },
  })
  const passkey = usePasskeyLogin({
    remember: () => values.remember_me,
    onSession: (session) => finish(session, values.remember_me),
    onFailure: (reason) => setFailure(reason === 'stopped' ? text.login.passkeyStopped : text.login.passkeyFailed),
  })
  const early = useEarlyForm(change)
  if (pending) {
    const { challenge, username, remember, View } = pending
    return (
      <View
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
