import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { CacheTag } from '#server/lib/invalidations.ts'
import { cachedResponse, createPageCache, invalidatePages, type CachedPage } from './page-cache.ts'

const page = (...tags: CacheTag[]): CachedPage => ({
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: new TextEncoder().encode('<p>Treść</p>'),
  tags: new Set(tags),
  ads: [],
  encoded: new Map(),
})

describe('cache invalidation', () => {
  test.each([
    [['post:1'], [false, true, true]],
    [
      ['user:5', 'post:2'],
      [true, false, false],
    ],
    [['categories'], [true, true, true]],
    [['*'], [false, false, false]],
  ] as const)('a change of %p deletes the cached pages that show it', (tags, expected) => {
    const pages = createPageCache(() => 0)
    pages.set('one', page('post:1'))
    pages.set('both', page('post:2', 'user:5'))
    pages.set('author', page('user:5'))
    invalidatePages(pages, new Set<CacheTag>(tags))
    expect(['one', 'both', 'author'].map((key) => pages.get(key) !== undefined)).toEqual([...expected])
  })
})

describe('page cache encodings', () => {
  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
    [null, (bytes: Buffer) => bytes],
  ] as const)('a cached page is compressed only once with %p', async (encoding, decode) => {
    const cached = page()
    const [first, second] = [cachedResponse(cached, encoding), cachedResponse(cached, encoding)]
    expect([first.headers.get('content-encoding'), first.headers.get('content-type')]).toEqual([encoding, 'text/html'])
    expect(decode(Buffer.from(await second.arrayBuffer())).toString()).toBe('<p>Treść</p>')
    expect(cached.encoded.size).toBe(1)
  })
})
