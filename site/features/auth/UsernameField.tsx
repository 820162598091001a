import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import * as v from 'valibot'
import { username as usernameRules } from '#shared/api/auth.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import type { Availability } from './useUsernameCheck.ts'

type UsernameFieldProps = {
  value: string
  onChange: (value: string) => void
  availability: Availability
  issue: string | undefined
}

export function UsernameField({ value, onChange, availability, issue }: UsernameFieldProps) {
  const texts = useTexts('issues')
  const authScreensTexts = useTexts('authScreens')
  const text = useTexts('authScreens').register.availability
  const error = issue ?? brokenRule(value, texts) ?? (availability === 'taken' ? text.taken : undefined)
  const shown = availability === 'taken' ? 'idle' : availability
  return (
    <Field
      label={authScreensTexts.username}
      error={error}
      hint={
        <span
          className={shown === 'available' ? 'field__ok' : undefined}
          role="status"
          data-availability={availability}>
          {shown === 'available' && <Icon of={CircleCheck} size={16} />}
          {text[shown]}
        </span>
      }>
      <TextInput
        name="username"
        value={value}
        required
        minLength={LIMITS.usernameMin}
        maxLength={LIMITS.usernameMax}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function brokenRule(value: string, sentences: Record<string, string>): string | undefined {
  if (value.trim().length < LIMITS.usernameMin) return undefined
  const { issues } = v.safeParse(usernameRules, value, { abortPipeEarly: true })
  return issues && sentences[issues[0].message]
}
