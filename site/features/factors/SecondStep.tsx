import { useState } from 'react'
import type * as v from 'valibot'
import { onlyCode } from '#shared/api/factors.ts'
import { CallError } from '#shared/api/errors.ts'
import { formPath } from '#shared/rules/forms.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import type { Login } from '#site/core/session.ts'
import { useForm } from '#site/core/useForm.ts'

type SecondStepProps = {
  challenge: string
  /** Path to open afterwards without JavaScript. */
  next: string
  onSession: (session: Login) => Promise<void>
  onBack: (reason: string | null) => void
}

export function SecondStep({ challenge, next, onSession, onBack }: SecondStepProps) {
  const { api } = useSite()
  const { login: text, totp } = useTexts('factors')
  const [isRecovery, setRecovery] = useState(false)
  const { values, change, issues, failure, isBusy, submit } = useForm<v.InferInput<typeof onlyCode>>({
    draft: null,
    call: 'factors.secondFactor',
    initial: { code: '' },
    schema: onlyCode,
    fallback: text.failed,
    send: async ({ code }) => {
      try {
        await onSession(await api.factors.secondFactor({ challenge, code }))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.code === 'challenge_expired') onBack(error.detail)
        else if (error.code === 'bad_code')
          throw new CallError(error.status, { code: error.code, issues: { code: error.detail } })
        else throw error
      }
    },
  })
  return (
    <form
      className="form"
      method="post"
      action={formPath('factors.secondFactor')}
      onSubmit={(event) => void submit(event)}
      noValidate>
      <FormFields fields={{ challenge }} next={next} />
      <p role="status">{isRecovery ? text.recoveryLead : text.lead}</p>
      <p className="no-js-only">{totp.anyCode}</p>
      <FormFailure text={failure} />
      <Field
        key={isRecovery ? 'recovery' : 'app'}
        error={issues.code}
        label={isRecovery ? text.recoveryCode : text.code}
        hint={isRecovery ? text.recoveryCodeHint : text.codeHint}>
        <TextInput
          name="code"
          value={values.code}
          required
          autoFocus
          maxLength={LIMITS.typedCode}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...(isRecovery ? { autoComplete: 'off' } : { autoComplete: 'one-time-code', inputMode: 'numeric' })}
          onChange={(event) => change({ code: event.target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.busy}>
        {text.submit}
      </Button>
      <div className="needs-js">
        <Button
          variant="quiet"
          wide
          onClick={() => {
            change({ code: '' })
            setRecovery(!isRecovery)
          }}>
          {isRecovery ? text.useApp : text.useRecovery}
        </Button>
        <Button variant="quiet" wide onClick={() => onBack(null)}>
          {text.back}
        </Button>
      </div>
    </form>
  )
}
