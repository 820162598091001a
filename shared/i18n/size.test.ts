import { expect, test } from 'bun:test'
import { formatSize } from '#shared/i18n/size.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_500, '1,5 kB'],
  [23_400_000, '23 MB'],
  [1_230_000_000, '1,2 GB'],
  [4e18, '4000 PB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatSize('pl', bytes).replaceAll('\u00a0', ' ')).toBe(text)
})
