import { describe, expect, test } from 'bun:test'
import { cellOf } from './cell.ts'

describe('a cell of the database browser', () => {
  test.each([
    [null, 'null', 'null'],
    [undefined, 'null', 'null'],
    [true, 'boolean', 'true'],
    [false, 'boolean', 'false'],
    [0, 'number', '0'],
    [-1.5, 'number', '-1.5'],
    [{ a: [1, null] }, 'object', '{"a":[1,null]}'],
    [[], 'object', '[]'],
    ['', 'text', ''],
    ['null', 'text', 'null'],
    ['•••', 'redacted', '•••'],
    ['<b>&amp;</b>', 'text', '<b>&amp;</b>'],
  ])('ADMDB-5 the cell %p is shown as %s: %s', (value, kind, text) => {
    expect(cellOf(value)).toEqual({ kind, text, isCut: false } as ReturnType<typeof cellOf>)
  })

  test('a cell of 100 characters in the database browser is not truncated', () => {
    expect(cellOf('ą'.repeat(100))).toEqual({ kind: 'text', text: 'ą'.repeat(100), isCut: false })
  })

  test('ADMDB-6 a cell of the database browser is truncated after 100 characters, an emoji counting as one', () => {
    expect(cellOf(`${'x'.repeat(99)}😀y`)).toEqual({ kind: 'text', text: `${'x'.repeat(99)}😀`, isCut: true })
    expect(cellOf('😀'.repeat(5_000)).text).toBe('😀'.repeat(100))
    expect(cellOf({ text: 'x'.repeat(200) })).toEqual({
      kind: 'object',
      text: `{"text":"${'x'.repeat(91)}`,
      isCut: true,
    })
  })
})
