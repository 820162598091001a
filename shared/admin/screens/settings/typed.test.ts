import { expect, test } from 'bun:test'
import type { Control } from '#shared/api/settings/setting.ts'
import { typedOf, valueOf } from './typed.ts'

const lines: Control = { kind: 'lines', max: 5 }
const number: Control = { kind: 'number', min: 0, max: 9 }
const line: Control = { kind: 'line', max: 9 }

test.each([
  [lines, ['a.org', 'b.org'], 'a.org\nb.org'],
  [number, 7, '7'],
  [line, null, ''],
  [{ kind: 'secret', max: 9 } as Control, null, ''],
  [{ kind: 'flag' } as Control, true, true],
])('RUN-3 a settings field with the control %j shows the stored value %j in the form', (control, value, typed) => {
  expect(typedOf(control, value)).toEqual(typed)
})

test.each([
  [lines, ' a.org, b.org\n\nc.org ', [], ['a.org', 'b.org', 'c.org']],
  [number, ' 12 ', 2, 12],
  [number, 'many', 2, 'many'],
  [number, '', 2, ''],
  [line, ' ', null, null],
  [line, '', '', ''],
  [{ kind: 'choices', options: [] } as Control, ['pl'], [], ['pl']],
])('RUN-3 the text in a settings field with the control %j becomes a value', (control, typed, fallback, value) => {
  expect(valueOf(control, typed, fallback)).toEqual(value)
})
