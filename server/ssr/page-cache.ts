import type { CacheTag } from '#server/lib/invalidations.ts'
import { createCache, type Cache } from '#server/lib/cache.ts'
import type { SidebarCategory, SidebarStream } from '#site/core/page.ts'
import { wholeBody } from '#server/http/whole-body.ts'
import { compressCached, type Encoding } from './encoding.ts'

/** Lifetime of visitors' cached pages and of the cached sidebar. */
export const PAGE_TTL_MS = 5_000
const MAX_PAGES = 2_000
const MAX_BYTES = 64 * 1_048_576

/** A complete page, compressed once per requested encoding. */
export type CachedPage = {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
  /** A change to content with one of these tags deletes the page from the cache. */
  tags: ReadonlySet<CacheTag>
  /** Ids of the ads on the page; an ad shown twice is listed twice. */
  ads: readonly number[]
  encoded: Map<Encoding | null, { bytes: Uint8Array<ArrayBuffer>; headers: Headers }>
}

/** Loading returns null for a redirect or an error. */
export type PageCache = Cache<CachedPage | null>

/** The sidebar of each host variant, as visitors see it. */
export type SidebarCache = { categories: Cache<SidebarCategory[]>; streams: Cache<SidebarStream[]> }

export function createPageCache(now: () => number): PageCache {
  return createCache({
    ttlMs: PAGE_TTL_MS,
    maxEntries: MAX_PAGES,
    maxBytes: MAX_BYTES,
    sizeOf: (page) => page?.body.byteLength ?? 0,
    now,
  })
}

export function createSidebarCache(now: () => number): SidebarCache {
  const bounds = { ttlMs: PAGE_TTL_MS, maxEntries: 2, now }
  return { categories: createCache(bounds), streams: createCache(bounds) }
}

export function invalidatePages(pages: PageCache, tags: ReadonlySet<CacheTag>): void {
  if (tags.has('*')) pages.clear()
  else pages.deleteWhere((page) => page === null || !page.tags.isDisjointFrom(tags))
}

export function cachedResponse(page: CachedPage, encoding: Encoding | null): Response {
  let encoded = page.encoded.get(encoding)
  if (!encoded) {
    const bytes = encoding ? compressCached(page.body, encoding) : page.body
    const headers = new Headers({
      ...page.headers,
      ...wholeBody(bytes).headers,
      ...(encoding && { 'Content-Encoding': encoding }),
    })
    encoded = { bytes, headers }
    page.encoded.set(encoding, encoded)
  }
  return new Response(wholeBody(encoded.bytes).body, { status: page.status, headers: encoded.headers })
}
