import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What it does, for those who do not see the icon; shown as the browser's own hint too. */
  label: string
  icon: ReactNode
  children?: ReactNode
}

/** A 44 px square with an icon; `children` are extras such as a `Badge`. */
export function IconButton({ label, icon, children, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={classNames('icon-btn', className)}>
      {icon}
      {children}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
