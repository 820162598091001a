import { useSyncExternalStore } from 'react'
import { bridge } from './bridge.ts'

// Outside of React: a link may ask for a place before the panel is there, and finds it shown once it is.
let query = ''
let isAsked = false
const listeners = new Set<() => void>()

function show(next: string): void {
  query = next
  for (const listener of listeners) listener()
  bridge.keepPlace(next).catch(() => {})
}

/** Shows this in the panel; the page's address has it too, so that back and forward work. */
export function go(next: string, how: 'push' | 'replace'): void {
  if (how === 'push') history.pushState(null, '', `/?${next}`)
  else history.replaceState(null, '', `/?${next}`)
  show(next)
}

/** Begins where the console was left, unless something was asked for already. */
export function beginAt(first: string): void {
  if (!isAsked) go(first, 'replace')
}

/** Where in the panel one is. */
export function usePlace(): string {
  return useSyncExternalStore(subscribe, () => query)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

bridge.on('go', (next) => {
  isAsked = true
  go(next, 'push')
})
addEventListener('popstate', () => show(location.search.slice(1)))
