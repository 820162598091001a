import { createCache, type Cache, type CacheOptions } from './cache.ts'
import type { CacheTag, Invalidations } from './invalidations.ts'

type DeclaredCache<Value> = Omit<CacheOptions<Value>, 'now'> & {
  name: string
  /** Returns whether invalidating these tags clears the cache. */
  isOutdatedBy?: (tags: ReadonlySet<CacheTag>) => boolean
}

/** The caches of one process, except those of pages (`ssr/page-cache.ts`). */
export type Caches = { of: <Value>(declared: DeclaredCache<Value>) => Cache<Value> }

const names = new Set<string>()

/** Declares a cache at module level; `ctx.caches.of(declared)` returns the instance of this process. */
export function declareCache<Value>(name: string, options: Omit<DeclaredCache<Value>, 'name'>): DeclaredCache<Value> {
  if (names.has(name)) throw new Error(`Two caches have the name ${name}`)
  names.add(name)
  return { ...options, name }
}

export function createCaches(now: () => number, invalidations: Invalidations): Caches {
  const caches = new Map<string, { cache: Cache<unknown>; declared: DeclaredCache<never> }>()
  invalidations.subscribe((tags) => {
    for (const { cache, declared } of caches.values()) if (declared.isOutdatedBy?.(tags)) cache.clear()
  })
  return {
    of<Value>(declared: DeclaredCache<Value>): Cache<Value> {
      const known = caches.get(declared.name)
      if (known) return known.cache as Cache<Value>
      const cache = createCache({ ...declared, now })
      caches.set(declared.name, { cache: cache as Cache<unknown>, declared: declared as DeclaredCache<never> })
      return cache
    },
  }
}
