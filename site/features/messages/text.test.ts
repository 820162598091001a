import { expect, test } from 'bun:test'
import { messagePreview, usernameOf } from './text.ts'

test('MSG-2 a message of 60 characters stays whole, one of 61 is cut at 60', () => {
  expect(messagePreview('a'.repeat(60))).toBe('a'.repeat(60))
  expect(messagePreview('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
})

test('line breaks of a message become one space', () => {
  expect(messagePreview('Cześć,\n\n  co słychać?')).toBe('Cześć, co słychać?')
})

test('a character of two units is not cut in half', () => {
  expect(messagePreview(`${'a'.repeat(59)}🧵 i dalej`)).toBe(`${'a'.repeat(59)}…`)
})

test('a name may be given in the spelling of the site', () => {
  expect(['kasia', ' kasia ', '@kasia', 'u/kasia', '/u/kasia'].map(usernameOf)).toEqual(Array(5).fill('kasia'))
})

test('a name that only begins with the u of u/ stays as it is', () => {
  expect(usernameOf('ula')).toBe('ula')
})
