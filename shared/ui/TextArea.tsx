import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './Field.tsx'

type TextAreaProps = ComponentProps<'textarea'> & {
  /** Grows with what is typed, where the browser can. */
  grow?: boolean
}

/** Several lines of text, tied to the `Field` around it. */
export function TextArea({ grow = false, className, ...rest }: TextAreaProps) {
  return <textarea {...useField()} {...rest} className={classNames('input', grow && 'input--grow', className)} />
}
