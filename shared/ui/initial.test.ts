import { expect, test } from 'bun:test'
import { hueOf, initialOf } from './initial.ts'

test('a user name gets the same avatar hue whatever its case', () => {
  expect(hueOf('Kasia_Nowak')).toBe(hueOf('KASIA_nowak'))
})

test('user names are spread over all eight avatar hues', () => {
  const hues = new Set(Array.from({ length: 100 }, (_, n) => hueOf(`user${n}`)))
  expect([...hues].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test.each([
  ['_zażółć', 'Z'],
  ['łukasz', 'Ł'],
  ['7up', '7'],
  ['__', '?'],
  ['', '?'],
])('the avatar initial of %p is %p', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
