import Check from 'lucide/dist/esm/icons/check.mjs'
import Circle from 'lucide/dist/esm/icons/circle.mjs'
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import { useId } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { passwordStrength, type PasswordRule } from '#shared/rules/password.ts'
import { useTexts } from '#shared/texts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Meter } from '#shared/ui/Meter.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'

type Passwords = { password: string; confirmation: string }

type NewPasswordProps = {
  label: string
  name?: string
  values: Passwords
  change: (part: Partial<Passwords>) => void
  issues: { password?: string; confirmation?: string }
}

const RULES: PasswordRule[] = ['length', 'upper', 'lower', 'digit']

export function NewPassword({
  label,
  name = 'password',
  values: { password, confirmation },
  change,
  issues,
}: NewPasswordProps) {
  const text = useTexts('authScreens')
  const rulesId = useId()
  const { score, missing } = passwordStrength(password)
  const shared = {
    required: true,
    autoComplete: 'new-password',
    maxLength: LIMITS.passwordMax,
    showLabel: text.showPassword,
    hideLabel: text.hidePassword,
  }
  const isRepeated = confirmation !== '' && confirmation === password
  const mismatch = confirmation !== '' && !isRepeated ? text.mismatch : undefined
  return (
    <>
      <div className="field">
        <Field label={label} error={issues.password} describedBy={rulesId}>
          <PasswordInput
            {...shared}
            name={name}
            value={password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
        <Meter label={text.strength.label} value={score} text={text.strength.words[score]} />
        <ul id={rulesId} className="rules">
          {RULES.map((rule) => (
            <Rule key={rule} text={text.strength.rules[rule]} isMet={!missing.includes(rule)} />
          ))}
        </ul>
      </div>
      <Field
        label={text.confirmation}
        error={mismatch ?? issues.confirmation}
        hint={
          <span className="field__ok" role="status">
            {isRepeated && (
              <>
                <Icon of={CircleCheck} size={16} />
                {text.match}
              </>
            )}
          </span>
        }>
        <PasswordInput
          {...shared}
          name="confirmation"
          value={confirmation}
          onChange={(event) => change({ confirmation: event.target.value })}
        />
      </Field>
    </>
  )
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const { met, missing } = useTexts('authScreens').strength
  return (
    <li className={classNames('rules__item', isMet && 'rules__item--met')}>
      {isMet ? <Icon of={Check} size={14} /> : <Icon of={Circle} size={14} />}
      {text} <span className="visually-hidden">{isMet ? met : missing}</span>
    </li>
  )
}
