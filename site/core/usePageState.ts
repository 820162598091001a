import { useLocation } from 'react-router-dom'

const MAX_SAVED = 30

const saved = new Map<string, unknown>()

/** State stored with a history entry: going back restores it, a new visit starts without it. */
export function usePageState<T>(name: string): { restored: T | undefined; save: (value: T) => void } {
  const key = `${useLocation().key}|${name}`
  return {
    restored: saved.get(key) as T | undefined,
    save: (value) => {
      saved.delete(key)
      saved.set(key, value)
      if (saved.size > MAX_SAVED) saved.delete(saved.keys().next().value!)
    },
  }
}
