import type { KeyboardEvent } from 'react'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

export function moveFocus(event: KeyboardEvent, elements: readonly HTMLElement[]): void {
  const at = elements.indexOf(event.target as HTMLElement)
  const step = STEPS[event.key]
  if (at < 0 || !step || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  elements[step(at, elements.length - 1)]!.focus()
}
