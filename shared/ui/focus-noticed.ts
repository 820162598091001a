/** Milliseconds after a loss of focus; the screen reader Orca does not read an element that is focused earlier. */
const NOTICED_MS = 300

/** Focuses `before`, and `target` after a delay, so that screen readers read `target`. */
export function focusNoticed(
  before: HTMLElement | null | undefined,
  target: () => HTMLElement | null | undefined,
): () => void {
  if (before && !before.hasAttribute('tabindex')) before.tabIndex = -1
  before?.focus({ preventScroll: true })
  const focused = document.activeElement
  const focus = () => {
    if (document.activeElement === focused) target()?.focus({ preventScroll: true })
  }
  // Touch screens open their keyboard only if the focus moves during the tap.
  if (matchMedia('(pointer: coarse)').matches) {
    focus()
    return () => {}
  }
  // A letter typed during the delay focuses `target` before the browser inserts it.
  const hurry = ({ key }: KeyboardEvent) => {
    if (key.length === 1) focus()
  }
  addEventListener('keydown', hurry, { capture: true })
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('keydown', hurry, { capture: true })
  }
  const timer = setTimeout(() => {
    stop()
    focus()
  }, NOTICED_MS)
  return stop
}
