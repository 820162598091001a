import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { classNames } from './class-names.ts'

type DropdownProps = {
  label?: string
  trigger: ReactNode
  triggerClass?: string
  align?: 'start' | 'end'
  className?: string
  panelClass?: string
  group?: string
  onToggle?: (open: boolean) => void
  /** Shown without JavaScript instead of `children`, which need it. */
  withoutScripts?: ReactNode
  children: ReactNode
}

/** A `<details>` element, so that it opens before JavaScript is loaded. */
export function Dropdown({
  label,
  trigger,
  triggerClass = 'icon-btn',
  align = 'end',
  className,
  panelClass,
  group,
  onToggle,
  withoutScripts,
  children,
}: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const isSign = typeof trigger === 'string' && label !== undefined

  function report(isOpen: boolean) {
    setOpen(isOpen)
    onToggle?.(isOpen)
  }

  const reportEarly = useEffectEvent(() => {
    if (details.current?.open) report(true)
  })
  useEffect(() => reportEarly(), [])

  useEffect(() => {
    if (!open) return
    const onPress = (event: Event) => {
      if (details.current && !details.current.contains(event.target as Node)) details.current.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !details.current?.contains(event.target as Node)) fold()
    }
    document.addEventListener('pointerup', onPress)
    document.addEventListener('focusin', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerup', onPress)
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

  // Reads `open` from the element, because the state changes only with the later `toggle` event.
  function foldAtEscape(event: ReactKeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented && details.current?.open) fold()
  }

  function choose(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a, .menu__item')) fold()
  }

  return (
    <details
      ref={details}
      name={group}
      className={classNames('dropdown', align === 'end' && 'dropdown--end', className)}
      suppressHydrationWarning
      onToggle={(event) => report(event.currentTarget.open)}
      onKeyDown={foldAtEscape}>
      <summary className={triggerClass} title={label} aria-label={isSign ? label : undefined}>
        {trigger}
        {label && !isSign && <span className="visually-hidden">{label}</span>}
      </summary>
      {withoutScripts && (
        <noscript>
          <div className={classNames('dropdown__panel', panelClass)}>{withoutScripts}</div>
        </noscript>
      )}
      {children !== false && (
        <div className={classNames('dropdown__panel', panelClass)} onClick={choose}>
          {children}
        </div>
      )}
    </details>
  )
}
