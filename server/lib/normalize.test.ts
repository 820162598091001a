import { expect, test } from 'bun:test'
import { normalize } from './normalize.ts'

test('a run of combining marks is cut to thirty in linear time', () => {
  const [high, low] = ['\u0315', '\u0300']
  expect(normalize(`b${high.repeat(20_000)}${low.repeat(19_999)}`, 'NFC')).toBe(`b${high.repeat(30)}`)
  expect(normalize(`b${high.repeat(30)}c${high.repeat(31)}`, 'NFC')).toBe(`b${high.repeat(30)}c${high.repeat(30)}`)
  expect([normalize('z\u0307o\u0301l', 'NFC'), normalize('żó', 'NFD'), normalize('ﬁ', 'NFKC')]).toEqual([
    'żól',
    'z\u0307o\u0301',
    'fi',
  ])
})
