import { afterAll, expect, test } from 'bun:test'
import { foldedIds, NONE } from './useFolded.ts'

Object.assign(globalThis, { localStorage: { getItem: () => '[]', setItem: () => {} } })
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'))

test('a thread without folded comments is not rendered again after hydration', () => {
  expect(foldedIds()).toBe(NONE)
})
