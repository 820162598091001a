import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './Field.tsx'

type TextAreaProps = ComponentProps<'textarea'> & { grow?: boolean }

export function TextArea({ grow = false, className, ...rest }: TextAreaProps) {
  return <textarea {...useField()} {...rest} className={classNames('input', grow && 'input--grow', className)} />
}
