import { useSyncExternalStore } from 'react'

let layers: readonly string[] = []
const listeners = new Set<() => void>()

function set(next: readonly string[]) {
  layers = next
  listeners.forEach(listener => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says that a dialog lies over the page now; the answer takes it away again. */
export function openLayer(id: string): () => void {
  set([...layers, id])
  return () => set(layers.filter(layer => layer !== id))
}

/** The id of the dialog that lies on top, undefined where none is open. */
export function useTopLayer(): string | undefined {
  return useSyncExternalStore(subscribe, () => layers.at(-1), () => undefined)
}
