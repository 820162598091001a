import { expect, test } from 'bun:test'
import { messagePreview, usernameOf } from './text.ts'

test('MSG-2 a message preview is shortened after 60 characters', () => {
  expect(messagePreview('a'.repeat(60))).toBe('a'.repeat(60))
  expect(messagePreview('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
})

test('a message preview replaces line breaks by one space', () => {
  expect(messagePreview('Cześć,\n\n  co słychać?')).toBe('Cześć, co słychać?')
})

test('a message preview does not split a surrogate pair', () => {
  expect(messagePreview(`${'a'.repeat(59)}🧵 i dalej`)).toBe(`${'a'.repeat(59)}…`)
})

test("a recipient's name is accepted with @, u/ and /u/", () => {
  expect(['kasia', ' kasia ', '@kasia', 'u/kasia', '/u/kasia'].map(usernameOf)).toEqual(Array(5).fill('kasia'))
})

test("the letter u at the start of a recipient's name is not removed as a prefix", () => {
  expect(usernameOf('ula')).toBe('ula')
})
