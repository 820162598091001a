import { describe, expect, test } from 'bun:test'
import { csvOf, type CsvCell } from './csv.ts'

const ofCells = (...cells: CsvCell[]) => csvOf([{ key: 'a', header: 'A', value: (cell: CsvCell) => cell }], cells)
const lineOf = (cell: CsvCell) => ofCells(cell).slice('\uFEFFA\r\n'.length, -2)

test('a CSV begins with a byte order mark, has headings first, and ends every line with CRLF', () => {
  const csv = csvOf(
    [
      { key: 'id', header: 'ID', value: ({ id }) => id },
      { key: 'name', header: 'Społeczność', value: ({ name }) => name },
    ],
    [
      { id: 1, name: 'żółw' },
      { id: 2, name: '' },
    ],
  )
  expect(csv).toBe('\uFEFFID,Społeczność\r\n1,żółw\r\n2,\r\n')
  expect(Array.from(new TextEncoder().encode(csv).slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  expect(ofCells()).toBe('\uFEFFA\r\n')
})

test.each([
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['plain words', 'plain words'],
])('the value %j is quoted where CSV requires it', (cell, line) => {
  expect(lineOf(cell)).toBe(line)
})

describe('formulas in a CSV', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+48 600', "'+48 600"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['\r=1', '"\'\r\'=1"'],
    ['\n=1', '"\'\n\'=1"'],
    ['＝1', "'＝1"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    [' \u200b\u2003 +1', "' \u200b\u2003 +1"],
    ['\u3000@A1', "'\u3000@A1"],
    ['\u202e-1', "'\u202e-1"],
    ['\v=1', "'\v=1"],
    ['\u0000=1', "'\u0000=1"],
    ['\u2212' + '1', "'\u22121"],
    ['\uFE66' + '1', "'\uFE661"],
    ['\uFF0B1', "'\uFF0B1"],
    ['\u00AD=1', "'\u00AD=1"],
    ['\uFE0F=1', "'\uFE0F=1"],
    ['\u3164=1', "'\u3164=1"],
    ['\ufeffola', "'\ufeffola"],
    ['x;=1+1;y', '"x;\'=1+1;y"'],
    ['x\n=1', '"x\n\'=1"'],
    ['x\r\n =1', '"x\r\n\' =1"'],
    ['x\t@A1', '"x\t\'@A1"'],
    ['=HYPERLINK("http://a.example","x")', '"\'=HYPERLINK(""http://a.example"",""x"")"'],
  ])('a value typed by a user that looks like a formula is written as text: %j', (cell, line) => {
    expect(lineOf(cell)).toBe(line)
  })

  test('numbers and signs after the first character are not treated as formulas', () => {
    expect([lineOf(-5), lineOf('a=b'), lineOf("'quoted'"), lineOf('ola@example.org')]).toEqual([
      '-5',
      'a=b',
      "'quoted'",
      'ola@example.org',
    ])
    expect(['żółw', '😀 ola', 'a -5', '(1) raz', 'a;b'].map(lineOf)).toEqual([
      'żółw',
      '😀 ola',
      'a -5',
      '(1) raz',
      '"a;b"',
    ])
  })
})
