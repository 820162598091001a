import { LIFETIME } from '#shared/limits.ts'

type Kept = { until: number, value: Promise<unknown> }

const byOwner = new WeakMap<object, Map<string, Kept>>()

/**
 * What `make` answers, kept for a minute in this process under a key of its owner (the settings of one server). Whoever asks
 * meanwhile gets the same answer; one that failed is not kept.
 */
export function keepForAMinute<T>(owner: object, key: string, now: Date, make: () => Promise<T>): Promise<T> {
  let kept = byOwner.get(owner)
  if (!kept) byOwner.set(owner, kept = new Map())
  const known = kept.get(key)
  if (known && now.getTime() < known.until) return known.value as Promise<T>
  const value = make()
  const entry = { until: now.getTime() + LIFETIME.statsCache, value }
  kept.set(key, entry)
  value.catch(() => {
    if (kept.get(key) === entry) kept.delete(key)
  })
  return value
}
