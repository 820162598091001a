import { useId, type ReactNode } from 'react'

type SegmentedProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  name?: string
}

export function Segmented<Value extends string>({ label, options, value, onChange, name }: SegmentedProps<Value>) {
  const id = useId()

  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      <div className="segmented">
        {options.flatMap((option) => [
          <label key={option.value} className="segmented__item">
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>,
          ' ',
        ])}
      </div>
    </fieldset>
  )
}
