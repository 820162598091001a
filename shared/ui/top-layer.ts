import { useSyncExternalStore } from 'react'

let layers: readonly string[] = []
const listeners = new Set<() => void>()

function set(next: readonly string[]) {
  layers = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function openLayer(id: string): () => void {
  set([...layers, id])
  return () => set(layers.filter((layer) => layer !== id))
}

export function useTopLayer(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => layers.at(-1),
    () => undefined,
  )
}
