const RADIUS_PX = 10

/** `clicks` is the event's `detail`: 2 for the second click of a double-click. */
type Press = { control: Element | null; x: number; y: number; clicks: number }

function controlOf(target: EventTarget | null): Element | null {
  const control =
    target instanceof Element
      ? target.closest('a, button, summary, input, select, textarea, label, [role="option"]')
      : null
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}

/** Returns whether a double-click hit two controls, or one that must not be clicked twice (`data-once`). */
export function isStrayPress(first: Press | null, second: Press): boolean {
  if (!first?.control || second.clicks < 2) return false
  if (Math.abs(second.x - first.x) > RADIUS_PX || Math.abs(second.y - first.y) > RADIUS_PX) return false
  return first.control !== second.control || first.control.hasAttribute('data-once')
}

/** Ignores the second click of a double-click if the first one put another control under the pointer. */
export function stopStrayPresses(): void {
  let last: Press | null = null
  window.addEventListener(
    'click',
    (event) => {
      // Clicks by keyboard or JavaScript have no position, so they are no double-clicks.
      if (!event.isTrusted || event.detail === 0) return
      const press = { control: controlOf(event.target), x: event.clientX, y: event.clientY, clicks: event.detail }
      if (!isStrayPress(last, press)) {
        last = press
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
