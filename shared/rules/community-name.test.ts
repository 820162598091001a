import { expect, test } from 'bun:test'
import { isCommunityName, normalizeCommunityName } from './community-name.ts'

test('the form lowercases the name and strips what may not stand in it', () => {
  expect(normalizeCommunityName('Gry Wideo!')).toBe('grywideo')
  expect(normalizeCommunityName('r/PC_Master-2024')).toBe('rpc_master2024')
  expect(normalizeCommunityName('żółw')).toBe('w')
  expect(normalizeCommunityName('  ')).toBe('')
})

test('a community name has 3 to 21 characters', () => {
  expect(isCommunityName('ab')).toBe(false)
  expect(isCommunityName('abc')).toBe(true)
  expect(isCommunityName('a'.repeat(21))).toBe(true)
  expect(isCommunityName('a'.repeat(22))).toBe(false)
})

test('a community name is made of a-z, 0-9 and underscore', () => {
  expect(isCommunityName('gry_2024')).toBe(true)
  expect(isCommunityName('Gry')).toBe(false)
  expect(isCommunityName('gry wideo')).toBe(false)
  expect(isCommunityName('żółw')).toBe(false)
  expect(isCommunityName('abc\n')).toBe(false)
})
