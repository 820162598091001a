import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'

type CurrentPasswordProps = { value: string; error?: string; autoFocus?: boolean; onValue: (password: string) => void }

export function CurrentPassword({ value, error, autoFocus, onValue }: CurrentPasswordProps) {
  const { showPassword, hidePassword } = useTexts('authScreens')
  const text = useTexts('settings')
  return (
    <Field label={text.password} hint={text.passwordHint} error={error}>
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
