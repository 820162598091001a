import type { TransparencyFigures } from '#shared/api/transparency.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { readCharts, readDashboard } from './features/admin/stats/queries.ts'
import type { EnabledSet } from './features/moderation/index.ts'
import type { Token } from './features/search/rules.ts'
import type { SearchResult } from './features/search/search.ts'
import type { RankedPost } from './features/mails/queries.ts'
import type { Feed } from './features/syndication/feeds.ts'
import { createCache, type Cache } from './lib/cache.ts'
import type { Invalidations } from './lib/invalidations.ts'

/** In-process caches. `ssr/page-cache.ts` has those of the pages. */
export type Caches = {
  searches: Cache<SearchResult>
  searchWords: Cache<Token[][]>
  dashboard: Cache<Awaited<ReturnType<typeof readDashboard>>>
  charts: Cache<Awaited<ReturnType<typeof readCharts>>>
  transparency: Cache<TransparencyFigures>
  feeds: Cache<Feed>
  /** The best posts of a community in the time of a digest. */
  digests: Cache<RankedPost[]>
  /** By the id of a community, or 'null' for those of the site. */
  filters: Cache<EnabledSet>
  /** By error code and network. */
  loggedRefusals: Cache<true>
}

const FEED_BYTES = 32 * 1_048_576
const FILTER_BYTES = 32 * 1_048_576

export function createCaches(now: () => number, invalidations: Invalidations): Caches {
  const caches: Caches = {
    // All pages of a result come from one ranking. Deleted posts may be counted this long, but are not shown.
    searches: createCache({ ttlMs: LIFETIME.searchCache, maxEntries: 500, now }),
    searchWords: createCache({ ttlMs: LIFETIME.searchCache, maxEntries: 500, now }),
    dashboard: createCache({ ttlMs: LIFETIME.statsCache, maxEntries: 1, now }),
    charts: createCache({ ttlMs: LIFETIME.statsCache, maxEntries: 100, now }),
    transparency: createCache({ ttlMs: LIFETIME.statsCache, maxEntries: 100, now }),
    feeds: createCache({
      ttlMs: LIFETIME.feedCache,
      maxEntries: 1_000,
      maxBytes: FEED_BYTES,
      sizeOf: ({ xml }) => xml.byteLength,
      now,
    }),
    digests: createCache({ ttlMs: LIFETIME.digestCache, maxEntries: 10_000, now }),
    filters: createCache({
      ttlMs: LIFETIME.filterCache,
      maxEntries: 10_000,
      maxBytes: FILTER_BYTES,
      sizeOf: ({ size }) => size,
      now,
    }),
    loggedRefusals: createCache({ ttlMs: LIFETIME.loggedRefusal, maxEntries: 50_000, now }),
  }
  invalidations.subscribe((tags) => {
    if (tags.has('filters') || tags.has('*')) caches.filters.clear()
    // Joining and leaving a community changes neither, nor do filters.
    if ([...tags].every((tag) => tag === 'categories' || tag === 'filters')) return
    caches.searches.clear()
    caches.searchWords.clear()
    caches.feeds.clear()
  })
  return caches
}
