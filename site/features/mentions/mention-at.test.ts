import { expect, test } from 'bun:test'
import { mentionAt, withMention } from './mention-at.ts'

test('an @ with word characters is a mention at the start, after a space and after a bracket', () => {
  expect(mentionAt('@an', 3)).toEqual({ start: 0, query: 'an' })
  expect(mentionAt('cześć @ania_k', 13)).toEqual({ start: 6, query: 'ania_k' })
  expect(mentionAt('(@a', 3)).toEqual({ start: 1, query: 'a' })
})

test('only text before the caret is part of a mention', () => {
  expect(mentionAt('@ania', 3)).toEqual({ start: 0, query: 'an' })
})

test('a lone @, a mail address, a space after the name and a too long name are no mentions', () => {
  expect(mentionAt('@', 1)).toBeNull()
  expect(mentionAt('jan@example', 11)).toBeNull()
  expect(mentionAt('@ania ', 6)).toBeNull()
  expect(mentionAt(`@${'a'.repeat(31)}`, 32)).toBeNull()
})

test('a chosen mention replaces the typed text and adds a space', () => {
  expect(withMention('cześć @an', { start: 6, query: 'an' }, 'ania')).toEqual({ text: 'cześć @ania ', caret: 12 })
})

test('a chosen mention replaces the rest of the word after the caret and adds no second space', () => {
  expect(withMention('@ankka i ty', { start: 0, query: 'an' }, 'ania')).toEqual({ text: '@ania i ty', caret: 6 })
})
