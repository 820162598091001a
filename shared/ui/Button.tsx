import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  busy?: boolean
  busyLabel?: string
  icon?: ReactNode
  children: ReactNode
}

export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true') event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      className={classNames(buttonClass(variant, size, wide), className)}
      onClick={press}>
      <span className="btn__label">
        {icon}
        {children}
      </span>
      {busy && <span className="btn__busy">{busyLabel ?? <Icon of={Ellipsis} size={20} />}</span>}
    </button>
  )
}
