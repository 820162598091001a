import { expect, test } from 'bun:test'
import { mentionAt, withMention } from './mention-at.ts'

test('an @ with word characters behind it is a mention, at the start, behind a space and behind a bracket', () => {
  expect(mentionAt('@an', 3)).toEqual({ start: 0, query: 'an' })
  expect(mentionAt('cześć @ania_k', 13)).toEqual({ start: 6, query: 'ania_k' })
  expect(mentionAt('(@a', 3)).toEqual({ start: 1, query: 'a' })
})

test('only what stands before the caret counts', () => {
  expect(mentionAt('@ania', 3)).toEqual({ start: 0, query: 'an' })
})

test('an @ alone, a mail address, a space after the name and a name too long are no mentions', () => {
  expect(mentionAt('@', 1)).toBeNull()
  expect(mentionAt('jan@example', 11)).toBeNull()
  expect(mentionAt('@ania ', 6)).toBeNull()
  expect(mentionAt(`@${'a'.repeat(31)}`, 32)).toBeNull()
})

test('the chosen name takes the place of what was typed, with a space behind it', () => {
  expect(withMention('cześć @an', { start: 6, query: 'an' }, 'ania')).toEqual({ text: 'cześć @ania ', caret: 12 })
})

test('the rest of a half-written name is removed, and a space after it stays the only one', () => {
  expect(withMention('@ankka i ty', { start: 0, query: 'an' }, 'ania')).toEqual({ text: '@ania i ty', caret: 6 })
})
