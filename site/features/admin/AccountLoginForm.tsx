import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountLogin } from '#shared/api/admin-auth.ts'
import { CallError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { openPanel } from './open-panel.ts'
import { createPanelApi } from './panel-api.ts'

/** Without an admin password, admins sign in to the panel with the password of their own account. */
export function AccountLoginForm({ username, next }: { username: string; next: string }) {
  const text = useTexts('adminFrame').login
  const navigate = useNavigate()
  const [api] = useState(createPanelApi)
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const { values, change, issues, failure, setFailure, isBusy, submit } = useForm({
    draft: null,
    initial: { account_password: '', code: '' },
    schema: accountLogin,
    rules: ({ code }): Record<string, string> => (isCodeNeeded && code.trim() === '' ? { code: text.codeMissing } : {}),
    fallback: text.failed,
    send: async (form) => {
      try {
        openPanel(await api.adminAuth.login(form), text)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.code === 'second_factor') {
          setCodeNeeded(true)
          return form
        }
        if (error.code === 'bad_code')
          throw new CallError(error.status, { code: error.code, issues: { code: error.detail } })
        throw error.status === 0 ? new CallError(0, { detail: text.offline }) : error
      }
      await navigate(next, { replace: true })
    },
  })
  return (
    <form className="form needs-js" {...useEarlyForm(change)} onSubmit={(event) => void submit(event)} noValidate>
      <FormFailure text={failure} />
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <Field label={text.ownPassword(username)} error={issues.account_password}>
        <PasswordInput
          name="account_password"
          value={values.account_password}
          required
          autoComplete="current-password"
          showLabel={text.show}
          hideLabel={text.hide}
          onChange={(event) => {
            setFailure(null)
            change({ account_password: event.target.value })
          }}
        />
      </Field>
      {isCodeNeeded && (
        <Field label={text.code} hint={text.codeHint} error={issues.code}>
          <TextInput
            name="code"
            value={values.code}
            required
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={LIMITS.typedCode}
            onChange={(event) => {
              setFailure(null)
              change({ code: event.target.value })
            }}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.busy}>
        {text.submit}
      </Button>
    </form>
  )
}
