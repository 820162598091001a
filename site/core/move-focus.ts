import { flushSync } from 'react-dom'

/** Moves the focus to `target` if the change removed the focused element. */
export function moveFocus(change: () => void, target: () => HTMLElement | null | undefined): void {
  const focused = document.activeElement
  flushSync(change)
  if (!focused?.isConnected || focused === document.body) target()?.focus({ preventScroll: true })
}
