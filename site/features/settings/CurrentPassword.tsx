import { Field } from '#shared/ui/Field.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { useText } from '#site/core/site-context.tsx'
import { authTexts } from '#site/features/auth/texts.ts'
import { useSettingsTexts } from './texts.ts'

type CurrentPasswordProps = { value: string; error?: string; onValue: (password: string) => void }

export function CurrentPassword({ value, error, onValue }: CurrentPasswordProps) {
  const { showPassword, hidePassword } = authTexts[useText().lang]
  const text = useSettingsTexts()
  return (
    <Field label={text.password} hint={text.passwordHint} error={error}>
      <PasswordInput
        name="password"
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
