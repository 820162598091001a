import { useSyncExternalStore } from 'react'
import type { Queued } from '#site/offline/outbox.ts'

const NONE: readonly Queued[] = []

let actions = NONE
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Empty until the outbox is loaded. */
export const useQueued = (): readonly Queued[] =>
  useSyncExternalStore(
    subscribe,
    () => actions,
    () => NONE,
  )

export function showQueued(next: readonly Queued[]): void {
  actions = next
  for (const listener of listeners) listener()
}
