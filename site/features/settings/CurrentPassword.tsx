import { useContext } from 'react'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { HasPassword, NO_PASSWORD } from './has-password.ts'

type CurrentPasswordProps = {
  value: string
  label?: string
  hint?: string
  error?: string
  autoFocus?: boolean
  onValue: (password: string) => void
}

export function CurrentPassword({ value, label, hint, error, autoFocus, onValue }: CurrentPasswordProps) {
  const { showPassword, hidePassword } = useTexts('authScreens')
  const text = useTexts('settings')
  const { noPassword } = useTexts('signInServices').settings
  if (!useContext(HasPassword))
    return (
      <>
        <input type="hidden" name="password" value={NO_PASSWORD} />
        <Notice>{error ?? noPassword}</Notice>
      </>
    )
  return (
    <Field label={label ?? text.password} hint={hint ?? text.passwordHint} error={error}>
      <PasswordInput
        name="password"
        {...(autoFocus && { autoFocus })}
        value={value}
        required
        autoComplete="current-password"
        showLabel={showPassword}
        hideLabel={hidePassword}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  )
}
