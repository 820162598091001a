/**
 * Delay in milliseconds. When the focused element disappears, the screen reader Orca looks for the new focus. It does
 * not read an element that already has the focus by then.
 */
const NOTICED_MS = 300

/**
 * Focuses `before`, which stays on the page, and after a delay `target`, so that screen readers read `target`. There is
 * no delay on touch screens, because they open their keyboard only if the focus moves during the tap.
 */
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
  if (matchMedia('(pointer: coarse)').matches) {
    focus()
    return () => {}
  }
  // A letter typed during the delay focuses the target at once, before the browser inserts the letter.
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
