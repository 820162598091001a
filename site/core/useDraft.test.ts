import { expect, test } from 'bun:test'
import { draftOf } from './useDraft.ts'

const FORM = { title: '', is_spoiler: false, tags: ['a'], category_id: null as number | null, days: 7 as number | null }

test('a draft gets every stored field that fits the form', () => {
  const kept = { title: 'Ogród', is_spoiler: true, tags: ['b', 'c'], category_id: 3, days: null }
  expect(draftOf(kept, FORM)).toEqual(kept)
})

test.each([[null], ['text'], [7], [[]], [['title']]])('stored data that is no object is ignored: %j', (stored) => {
  expect(draftOf(stored, FORM)).toEqual({})
})

test('a stored field of another type than in the form is dropped, other fields are kept', () => {
  expect(draftOf({ title: { text: 'x' }, is_spoiler: 'yes', tags: [7], days: 3 }, FORM)).toEqual({ days: 3 })
  expect(draftOf({ title: null, tags: 'a', days: '3' }, FORM)).toEqual({})
})
