import { expect, test } from 'bun:test'
import { nameOf } from './name-of.ts'

test('a name may be written as the site writes it', () => {
  expect(['kasia', ' kasia ', '@kasia', 'u/kasia', '/u/kasia'].map(nameOf)).toEqual(Array(5).fill('kasia'))
})

test('a name that only begins alike stays as it is', () => {
  expect(nameOf('ula')).toBe('ula')
})
