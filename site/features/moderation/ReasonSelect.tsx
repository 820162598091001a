import { REASON_CODES, type ReasonCode } from '#shared/rules/moderation.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { useText } from '#site/core/site-context.tsx'

export function ReasonSelect({
  value,
  error,
  onChange,
  isFocused = false,
  isOptional = false,
}: {
  value: ReasonCode | ''
  error?: string
  onChange: (reason: ReasonCode) => void
  isFocused?: boolean
  isOptional?: boolean
}) {
  const { reasons } = useText().posts
  const { tools } = useTexts('moderation')
  return (
    <Field label={tools.reason} error={error}>
      <Select
        name="reason_code"
        value={value}
        required={!isOptional}
        data-autofocus={isFocused || undefined}
        onChange={(event) => onChange(event.target.value as ReasonCode)}>
        <option value="" disabled={!isOptional}>
          {tools.choose}
        </option>
        {REASON_CODES.map((code) => (
          <option key={code} value={code}>
            {reasons[code]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
