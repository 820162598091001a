import { useLocation } from 'react-router-dom'

const MOST_KEPT = 30

const kept = new Map<string, unknown>()

/**
 * What a screen wants to find again when the reader comes back to it: kept by history entry, so that another visit of
 * the same address starts anew.
 */
export function usePageState<T>(name: string): { restored: T | undefined, keep: (value: T) => void } {
  const key = `${useLocation().key}|${name}`
  return {
    restored: kept.get(key) as T | undefined,
    keep: (value) => {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    },
  }
}
