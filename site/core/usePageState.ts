import { useLocation } from 'react-router-dom'

const MAX_KEPT = 30

const kept = new Map<string, unknown>()

/** Kept by history entry: found again by going back, absent on a new visit. */
export function usePageState<T>(name: string): { restored: T | undefined; keep: (value: T) => void } {
  const key = `${useLocation().key}|${name}`
  return {
    restored: kept.get(key) as T | undefined,
    keep: (value) => {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    },
  }
}
