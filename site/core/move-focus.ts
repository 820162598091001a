import { flushSync } from 'react-dom'

/** Makes the change at once; where the focus is lost with what goes away, it moves to what is there now. */
export function moveFocus(change: () => void, target: () => HTMLElement | null | undefined): void {
  const focused = document.activeElement
  flushSync(change)
  if (!focused?.isConnected || focused === document.body) target()?.focus({ preventScroll: true })
}
