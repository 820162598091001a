import type { ComponentProps } from 'react'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { classNames } from './class-names.ts'
import { useField } from './Field.tsx'
import { Icon } from './Icon.tsx'

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="input-wrap">
      <select {...useField()} {...rest} className={classNames('input select', className)} />
      <Icon of={ChevronDown} className="select__arrow" size={18} />
    </div>
  )
}
