import { createContext, useContext, useId, type ReactNode } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { classNames } from './class-names.ts'

type FieldWiring = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

const FieldContext = createContext<FieldWiring>({})

/** What ties a control to the `Field` around it; spread it on a control of your own. */
export const useField = () => useContext(FieldContext)

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Characters used of those allowed. */
  counter?: { value: number; max: number }
  /** A word such as 'optional' behind the label. */
  optional?: string
  hideLabel?: boolean
  className?: string
  /** One control of this kit: it finds its id, hint and error by itself. */
  children: ReactNode
}

/** A labelled control with its hint, its error and its counter. */
export function Field({ label, hint, error, counter, optional, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const [hintId, errorId, counterId] = [`${id}-hint`, `${id}-error`, `${id}-counter`]
  const described = [error && errorId, hint && hintId, counter && counterId].filter(Boolean).join(' ')
  const wiring: FieldWiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
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
            {error && <CircleAlert size={16} aria-hidden />}
            {error && <span>{error}</span>}
          </div>
          {hint && <div id={hintId} className="field__hint">{hint}</div>}
        </div>
        {counter && (
          <span
            id={counterId}
            className={classNames('field__counter', counter.value > counter.max && 'field__counter--over')}
          >
            {counter.value} / {counter.max}
          </span>
        )}
      </div>
    </div>
  )
}
