import { useId, type ReactNode } from 'react'

type ChoicesProps<Value extends string> = {
  label: string
  name?: string
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

export function Choices<Value extends string>({ label, name, options, value, onChange }: ChoicesProps<Value>) {
  const id = useId()

  return (
    <fieldset>
      <legend className="field__label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input
            type="radio"
            name={name ?? id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className="check__hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
