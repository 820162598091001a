import { LRUCache } from 'lru-cache'

export type CacheOptions<Value> = {
  ttlMs: number
  maxEntries: number
  maxBytes?: number
  sizeOf?: (value: Value) => number
  now: () => number
}

export type Cache<Value> = {
  get: (key: string) => Value | undefined
  set: (key: string, value: Value) => void
  /** Concurrent callers share one load; a failed load is not cached. */
  load: (key: string, load: () => Promise<Value>) => Promise<Value>
  inFlight: (key: string) => Promise<Value> | undefined
  /** Starts a load whose value the caller provides later by the returned `PendingLoad`; other callers wait for it. */
  begin: (key: string) => PendingLoad<Value>
  delete: (key: string) => void
  /** Also discards loads in flight, because it is unknown whether their values will match. */
  deleteWhere: (matches: (value: Value) => boolean) => void
  /** Loads in flight still return to their callers, but their values are not cached. */
  clear: () => void
  readonly size: number
  readonly bytes: number
}

type PendingLoad<Value> = { finish: (value: Value, isCacheable?: boolean) => void; fail: (error: unknown) => void }

/** A full cache evicts the least recently used entries. */
export function createCache<Value>({
  ttlMs,
  maxEntries,
  maxBytes = Number.MAX_SAFE_INTEGER,
  sizeOf = () => 0,
  now,
}: CacheOptions<Value>): Cache<Value> {
  const entries = new LRUCache<string, { value: Value }>({
    max: maxEntries,
    // lru-cache keeps an entry until more than `ttl` has passed, and requires sizes above 0.
    ttl: ttlMs - 1,
    ttlResolution: 0,
    perf: { now },
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)),
  })
  const loads = new Map<string, Promise<Value>>()

  const get = (key: string) => entries.get(key)?.value
  const set = (key: string, value: Value) => void entries.set(key, { value })

  function begin(key: string): PendingLoad<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    promise.catch(() => {})
    loads.set(key, promise)
    // A load whose key was deleted meanwhile may return stale data.
    const isCurrent = () => loads.get(key) === promise && loads.delete(key)
    return {
      finish(value, isCacheable = true) {
        if (isCurrent() && isCacheable) set(key, value)
        resolve(value)
      },
      fail(error) {
        isCurrent()
        reject(error)
      },
    }
  }

  async function load(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = get(key)
    if (cached !== undefined) return cached
    const shared = loads.get(key)
    if (shared) return shared
    const pending = begin(key)
    try {
      const value = await read()
      pending.finish(value)
      return value
    } catch (error) {
      pending.fail(error)
      throw error
    }
  }

  return {
    get,
    set,
    load,
    begin,
    inFlight: (key) => loads.get(key),
    delete(key) {
      entries.delete(key)
      loads.delete(key)
    },
    deleteWhere(matches) {
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key)
      loads.clear()
    },
    clear() {
      entries.clear()
      loads.clear()
    },
    get size() {
      return entries.size
    },
    get bytes() {
      return entries.calculatedSize
    },
  }
}
