import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useFailedForm } from '#site/core/useFailedForm.ts'
import { useHydrated } from '#site/core/useHydrated.ts'
import { useSite } from '#site/core/site-context.tsx'
import { NewPassword } from './NewPassword.tsx'
import { resetProblem } from './reset-problem.ts'

export function ResetForm({ token }: { token: string }) {
  const { api } = useSite()
  const text = useTexts('authScreens')
  const navigate = useNavigate()
  const [values, setValues] = useState({ password: '', confirmation: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)
  const isHydrated = useHydrated()
  const refused = useFailedForm('auth.confirmPasswordReset', { new_password: '' }, [])
  const problem = resetProblem(token, values.password, values.confirmation)
  const early = useEarlyForm<{ new_password: string; confirmation: string }>(
    ({ new_password: password, ...part }) =>
      setValues((now) => ({ ...now, ...part, ...(password !== undefined && { password }) })),
    'auth.confirmPasswordReset',
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    if (problem !== null) return setFailure(text.reset[problem])
    sending.current = true
    setBusy(true)
    setFailure(null)
    try {
      const { message } = await api.auth.confirmPasswordReset({ token, new_password: values.password })
      await navigate(paths.login(), { state: { message }, replace: true })
    } catch (error) {
      setFailure(hasOwnToast(error) ? null : failureText(error, text.reset.failed))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  /** Enter submits although the button is disabled, so that the issues are shown. */
  function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== 'Enter' || problem === null || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <form className="form" {...early} onSubmit={(event) => void submit(event)} onKeyDown={sendByKey} noValidate>
      <FormFields fields={{ token }} next={paths.login()} />
      <FormFailure text={failure} />
      <NewPassword
        label={text.reset.newPassword}
        values={values}
        name="new_password"
        issues={{ password: refused?.issues.new_password, confirmation: refused?.issues.confirmation }}
        change={(part) => {
          setValues((now) => ({ ...now, ...part }))
          setFailure(null)
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        disabled={isHydrated && problem !== null}
        busy={isBusy}
        busyLabel={text.reset.busy}>
        {text.reset.submit}
      </Button>
    </form>
  )
}
