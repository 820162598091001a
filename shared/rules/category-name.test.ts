import { expect, test } from 'bun:test'
import { isCategoryName, normalizeCategoryName } from './category-name.ts'

test('NEWC-2 the form lowercases a community name and strips characters that are not allowed', () => {
  expect(normalizeCategoryName('Gry Wideo!')).toBe('grywideo')
  expect(normalizeCategoryName('r/PC_Master-2024')).toBe('rpc_master2024')
  expect(normalizeCategoryName('żółw')).toBe('w')
  expect(normalizeCategoryName('  ')).toBe('')
})

test('a community name has 3 to 21 characters', () => {
  expect(isCategoryName('ab')).toBe(false)
  expect(isCategoryName('abc')).toBe(true)
  expect(isCategoryName('a'.repeat(21))).toBe(true)
  expect(isCategoryName('a'.repeat(22))).toBe(false)
})

test('a community name consists of a-z, 0-9 and underscore', () => {
  expect(isCategoryName('gry_2024')).toBe(true)
  expect(isCategoryName('Gry')).toBe(false)
  expect(isCategoryName('gry wideo')).toBe(false)
  expect(isCategoryName('żółw')).toBe(false)
  expect(isCategoryName('abc\n')).toBe(false)
})
