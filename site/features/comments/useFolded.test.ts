import { afterAll, expect, test } from 'bun:test'
import { foldedIds, NONE } from './useFolded.ts'

Object.assign(globalThis, { localStorage: { getItem: () => '[]', setItem: () => {} } })
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'))

test("without folded comments the browser's first state equals that of hydration, so the thread renders once", () => {
  expect(foldedIds()).toBe(NONE)
})
