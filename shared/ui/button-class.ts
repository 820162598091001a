import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium', wide = false): string {
  return classNames(
    'btn',
    variant !== 'secondary' && `btn--${variant}`,
    size !== 'medium' && `btn--${size}`,
    wide && 'btn--wide',
  )
}
