import { createContext, useContext, useId, type ReactNode } from 'react'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

type FieldWiring = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean; autoFocus?: true }

const FieldContext = createContext<FieldWiring>({})

export const useField = () => useContext(FieldContext)

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  counter?: { value: number; max: number }
  optional?: string
  /** Id of another element whose text also describes the field. */
  describedBy?: string
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

export function Field({
  label,
  hint,
  error,
  counter,
  optional,
  describedBy,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const [hintId, errorId, counterId] = [`${id}-hint`, `${id}-error`, `${id}-counter`]
  const described = [error && errorId, hint && hintId, counter && counterId, describedBy].filter(Boolean).join(' ')
  const wiring: FieldWiring = {
    id,
    'aria-describedby': described || undefined,
    // aria-invalid is explicit, since Firefox calls an empty required field invalid before anything was typed.
    'aria-invalid': Boolean(error),
    // A field has an error on mounting only if its form is shown again after a refusal.
    autoFocus: error ? true : undefined,
  }

  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id} className={classNames('field__label', hideLabel && 'visually-hidden')}>
        {label}
        {optional && <span className="field__optional"> {optional}</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      <div className="field__foot">
        <div className="field__notes">
          <div id={errorId} className="field__error" aria-live="polite">
            {error && <Icon of={CircleAlert} size={16} />}
            {error && <span>{error}</span>}
          </div>
          {hint && (
            <div id={hintId} className="field__hint">
              {hint}
            </div>
          )}
        </div>
        {counter && (
          <span
            id={counterId}
            className={classNames('field__counter', counter.value > counter.max && 'field__counter--over')}>
            {counter.value} / {counter.max}
          </span>
        )}
      </div>
    </div>
  )
}
