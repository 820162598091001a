import { expect, test } from 'bun:test'
import { messagePreview } from './preview.ts'

test('a message of 60 characters stays whole, one of 61 is cut at 60', () => {
  expect(messagePreview('a'.repeat(60))).toBe('a'.repeat(60))
  expect(messagePreview('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
})

test('lines become one line', () => {
  expect(messagePreview('Cześć,\n\n  co słychać?')).toBe('Cześć, co słychać?')
})

test('a sign of two units is not cut in half', () => {
  expect(messagePreview(`${'a'.repeat(59)}🧵 i dalej`)).toBe(`${'a'.repeat(59)}…`)
})
