import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminLogin } from '#shared/api/admin-auth.ts'
import { CallError } from '#shared/api/errors.ts'
import type { FeatureTexts } from '#shared/i18n/features.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { openPanel } from './open-panel.ts'
import { createPanelApi } from './panel-api.ts'

export function AdminLoginForm({ next }: { next: string }) {
  const text = useTexts('adminFrame').login
  const navigate = useNavigate()
  const [api] = useState(createPanelApi)
  const { values, change, issues, failure, setFailure, isBusy, submit } = useForm({
    draft: null,
    initial: { password: '' },
    schema: adminLogin,
    fallback: text.wrong,
    send: async (form) => {
      const answer = await api.adminAuth.login(form).catch((error: unknown) => {
        throw error instanceof CallError ? withOwnSentence(error, text) : error
      })
      openPanel(answer, text)
      await navigate(next, { replace: true })
    },
  })
  return (
    <form className="form needs-js" {...useEarlyForm(change)} onSubmit={(event) => void submit(event)} noValidate>
      <FormFailure text={failure} />
      <Field label={text.password} error={issues.password}>
        <PasswordInput
          name="password"
          value={values.password}
          required
          autoComplete="off"
          showLabel={text.show}
          hideLabel={text.hide}
          onChange={(event) => {
            setFailure(null)
            change({ password: event.target.value })
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.busy}>
        {text.submit}
      </Button>
    </form>
  )
}

/** Gives network failures and 429 responses their own text, because the form's fallback text is 'wrong password'. */
function withOwnSentence(error: CallError, text: FeatureTexts['adminFrame']['login']): CallError {
  if (error.status === 0) return new CallError(0, { detail: text.offline })
  return error.status === 429 ? new CallError(0, { detail: error.detail ?? text.failed }) : error
}
