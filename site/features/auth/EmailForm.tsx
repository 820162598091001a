import { useState } from 'react'
import { emailOnly } from '#shared/api/auth.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import type { FormCall } from '#site/core/form-call.ts'
import { useForm } from '#site/core/useForm.ts'

type EmailFormProps = {
  draft: string
  call: FormCall
  submitLabel: string
  busyLabel: string
  fallback: string
  send: (email: string) => Promise<string>
}

export function EmailForm({ draft, call, submitLabel, busyLabel, fallback, send }: EmailFormProps) {
  const texts = useTexts('authScreens')
  const [done, setDone] = useState<string | null>(null)
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft,
    call,
    initial: { email: '' },
    schema: emailOnly,
    fallback,
    send: async ({ email }) => {
      setDone(null)
      setDone(await send(email))
    },
  })
  return (
    <form className="form" {...useEarlyForm(change, call)} onSubmit={(event) => void submit(event)} noValidate>
      <FormFields />
      {done !== null && failure === null && (
        <Notice kind="success" role="status">
          {done}
        </Notice>
      )}
      <FormFailure text={failure} />
      <Field label={texts.email} error={issues.email}>
        <TextInput
          type="email"
          name="email"
          value={values.email}
          required
          maxLength={LIMITS.email}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
    </form>
  )
}
