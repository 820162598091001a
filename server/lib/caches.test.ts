import { describe, expect, test } from 'bun:test'
import { createCaches, declareCache } from './caches.ts'
import { createInvalidations } from './invalidations.ts'

const invalidations = createInvalidations()
const caches = createCaches(() => 0, invalidations)

describe('a declared cache', () => {
  const declared = declareCache<string>('of a test', {
    ttlMs: 1_000,
    maxEntries: 10,
    isOutdatedBy: (tags) => tags.has('filters'),
  })

  test('a declared cache is the same instance on every access', () => {
    caches.of(declared).set('a', 'b')
    expect(caches.of(declared).get('a')).toBe('b')
  })

  test('caches created twice in one process share no entries', () => {
    caches.of(declared).set('a', 'b')
    expect(
      createCaches(() => 0, invalidations)
        .of(declared)
        .get('a'),
    ).toBeUndefined()
  })

  test('a declared cache is cleared by its own tags, and by no others', () => {
    caches.of(declared).set('a', 'b')
    invalidations.publish(['categories'])
    expect(caches.of(declared).get('a')).toBe('b')
    invalidations.publish(['filters'])
    expect(caches.of(declared).get('a')).toBeUndefined()
  })

  test('a declared cache has a unique name', () => {
    expect(() => declareCache('of a test', { ttlMs: 1, maxEntries: 1 })).toThrow('Two caches have the name of a test')
  })
})
