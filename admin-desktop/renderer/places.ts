import { useSyncExternalStore } from 'react'
import { bridge } from './bridge.ts'

// The panel's URL is not React state, because a deep link can arrive before the panel is mounted.
let query = ''
let isRequested = false
const listeners = new Set<() => void>()

function show(next: string): void {
  query = next
  for (const listener of listeners) listener()
  bridge.keepPlace(next).catch(() => {})
}

export function go(next: string, how: 'push' | 'replace'): void {
  if (how === 'push') history.pushState(null, '', `/?${next}`)
  else history.replaceState(null, '', `/?${next}`)
  show(next)
}

/** Opens the last panel URL unless a deep link has already opened another. */
export function openFirst(first: string): void {
  if (!isRequested) go(first, 'replace')
}

export function usePlace(): string {
  return useSyncExternalStore(subscribe, () => query)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

bridge.on('go', (next) => {
  isRequested = true
  go(next, 'push')
})
addEventListener('popstate', () => show(location.search.slice(1)))
