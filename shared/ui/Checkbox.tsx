import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** With `sendsUnticked`, a form without JavaScript sends `false` for an unchecked box. */
type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  sendsUnticked?: boolean
}

export function Checkbox({ label, hint, sendsUnticked = false, className, ...rest }: CheckboxProps) {
  return (
    <>
      {sendsUnticked && <input type="hidden" name={rest.name} value="false" />}
      <label className={classNames('check', className)}>
        {/* aria-invalid is explicit, since Firefox calls an unticked required box invalid from the start. */}
        <input aria-invalid={false} {...rest} type="checkbox" />
        <span>
          {label}
          {hint && <span className="check__hint">{hint}</span>}
        </span>
      </label>
    </>
  )
}
