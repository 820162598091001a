import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { classNames } from './class-names.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  /** Keeps the button's size and focus, shows that it works, and lets no second press through. */
  busy?: boolean
  busyLabel?: string
  icon?: ReactNode
  children: ReactNode
}

/** A button; `type` is 'button' unless said otherwise. */
export function Button({
  variant, size, wide, busy = false, busyLabel, icon, children, className, onClick, ...rest
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
      onClick={press}
    >
      <span className="btn__label">
        {icon}
        {children}
      </span>
      {busy && <span className="btn__busy">{busyLabel ?? <Ellipsis size={20} aria-hidden />}</span>}
    </button>
  )
}
