import type { ComponentProps } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { classNames } from './class-names.ts'
import { useField } from './Field.tsx'

/** The browser's own list, tied to the `Field` around it; `children` are its options. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="input-wrap">
      <select {...useField()} {...rest} className={classNames('input select', className)} />
      <ChevronDown className="select__arrow" size={18} aria-hidden />
    </div>
  )
}
