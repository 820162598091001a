import { afterAll, expect, test } from 'bun:test'
import { foldedIds, NONE } from './useFolded.ts'

Object.assign(globalThis, { localStorage: { getItem: () => '[]', setItem: () => {} } })
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'))

test('without folded comments the state in the browser is that of hydration, and the thread is rendered once', () => {
  expect(foldedIds()).toBe(NONE)
})
