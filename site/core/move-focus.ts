import { flushSync } from 'react-dom'

/** Applies the change synchronously; if it removed the focused element, moves the focus to `target`. */
export function moveFocus(change: () => void, target: () => HTMLElement | null | undefined): void {
  const focused = document.activeElement
  flushSync(change)
  if (!focused?.isConnected || focused === document.body) target()?.focus({ preventScroll: true })
}
