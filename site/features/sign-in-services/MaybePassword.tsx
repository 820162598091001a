import { useState } from 'react'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'

/** The password is needed only if the login session is not recent. */
export function MaybePassword({ issue }: { issue: string | undefined }) {
  const { showPassword, hidePassword } = useTexts('authScreens')
  const text = useTexts('signInServices').settings
  const [password, setPassword] = useState('')
  return (
    <Field label={text.password} error={issue}>
      <PasswordInput
        name="password"
        value={password}
        autoComplete="current-password"
        showLabel={showPassword}
        hideLabel={hidePassword}
        onChange={({ target }) => setPassword(target.value)}
      />
    </Field>
  )
}
