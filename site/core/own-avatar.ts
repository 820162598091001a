import { useSyncExternalStore } from 'react'
import { useSite } from './site-context.tsx'

let chosen: string | null | undefined
const listeners = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export function setOwnAvatar(url: string | null): void {
  chosen = url
  for (const changed of listeners) changed()
}

export function useOwnAvatar(): string | null {
  const own = useSite().viewer?.avatar_url ?? null
  return useSyncExternalStore(
    subscribe,
    () => (chosen === undefined ? own : chosen),
    () => own,
  )
}
