import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  children?: ReactNode
}

export function IconButton({ label, icon, children, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={classNames('icon-btn', className)}>
      {icon}
      {children}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
