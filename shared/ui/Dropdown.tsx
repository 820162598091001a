import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type DropdownProps = {
  /** The name of the button, needed where `trigger` is only an icon. */
  label?: string
  /** A text that has a `label` is a sign: it is not read out. */
  trigger: ReactNode
  triggerClass?: string
  /** Which edge of the button the panel keeps to. */
  align?: 'start' | 'end'
  className?: string
  panelClass?: string
  /** Dropdowns of one group are open one at a time. */
  group?: string
  onToggle?: (open: boolean) => void
  children: ReactNode
}

/**
 * A button that unfolds a panel. It is a `<details>`, so that it opens before scripts arrive. Escape, a press
 * elsewhere and a chosen `a` or `.menu__item` fold it again; the focus goes back to the button.
 */
export function Dropdown({
  label, trigger, triggerClass = 'icon-btn', align = 'end', className, panelClass, group, onToggle, children,
}: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const isSign = typeof trigger === 'string' && label !== undefined

  useEffect(() => {
    if (!open) return
    const onPress = (event: Event) => {
      if (details.current && !details.current.contains(event.target as Node)) details.current.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) fold()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  function fold() {
    const element = details.current
    if (!element) return
    const hadFocus = element.contains(document.activeElement)
    element.open = false
    if (hadFocus) element.querySelector('summary')?.focus()
  }

  function choose(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a, .menu__item')) fold()
  }

  return (
    <details
      ref={details}
      name={group}
      className={classNames('dropdown', align === 'end' && 'dropdown--end', className)}
      // It may have been opened before hydration.
      suppressHydrationWarning
      onToggle={event => {
        setOpen(event.currentTarget.open)
        onToggle?.(event.currentTarget.open)
      }}
    >
      <summary className={triggerClass} title={label} aria-label={isSign ? label : undefined}>
        {trigger}
        {label && !isSign && <span className="visually-hidden">{label}</span>}
      </summary>
      {children !== false && <div className={classNames('dropdown__panel', panelClass)} onClick={choose}>{children}</div>}
    </details>
  )
}
