import { classNames } from './class-names.ts'

type MeterProps = { label: string; value: number; text: string }

const STEPS = [1, 2, 3, 4]

export function Meter({ label, value, text }: MeterProps) {
  const level = Math.min(4, Math.max(0, Math.ceil(value / 25)))

  return (
    <div className="meter" data-level={level}>
      <div
        className="meter__track"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={text}>
        {STEPS.map((step) => (
          <span key={step} className={classNames('meter__step', step <= level && 'meter__step--on')} />
        ))}
      </div>
      <span className="meter__label" aria-hidden>
        {text}
      </span>
    </div>
  )
}
