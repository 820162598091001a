import { expect, test } from 'bun:test'
import { adminQueue as en } from './en/admin-queue.ts'
import { adminQueue as pl } from './pl/admin-queue.ts'

test('a quotation within another has the inner quotation marks of the language', () => {
  expect(pl.sentences.remove(pl.commentUnder('Zachód'))).toBe('Zdjęto „Komentarz pod «Zachód»”.')
  expect(en.sentences.remove(en.commentUnder('Sunset'))).toBe('“Comment under ‘Sunset’” is removed.')
  expect(pl.sentences.keep('Zachód')).toBe('Zostaje „Zachód”.')
})
