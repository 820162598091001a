import { expect, test } from 'bun:test'
import { createPageCache, PAGE_LIFE } from './page-cache.ts'

test('pages that are over leave with the next one that comes, though nobody asks for them again', () => {
  let time = 0
  const cache = createPageCache(() => time)
  const page = { status: 200, headers: {}, body: new Uint8Array(10), isWhole: true }
  cache.keep('first', page)
  cache.keep('second', page)
  time = PAGE_LIFE + 1
  cache.keep('third', page)
  time = 0
  expect(['first', 'second', 'third'].map((key) => cache.find(key) !== undefined)).toEqual([false, false, true])
})
