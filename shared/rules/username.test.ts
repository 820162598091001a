import { expect, test } from 'bun:test'
import { isReservedUsername, isUsername } from './username.ts'

test('REG-1 a username is 3 to 30 letters A to Z, digits and underscores', () => {
  expect(isUsername('ab')).toBe(false)
  expect(isUsername('abc')).toBe(true)
  expect(isUsername('Zolw_99')).toBe(true)
  expect(isUsername('a'.repeat(30))).toBe(true)
  expect(isUsername('a'.repeat(31))).toBe(false)
})

test('a username with a letter outside a-z, a space, a hyphen, a dot or a line break is refused', () => {
  expect(isUsername('żółw')).toBe(false)
  expect(isUsername('jan kowalski')).toBe(false)
  expect(isUsername('jan-kowalski')).toBe(false)
  expect(isUsername('jan.k')).toBe(false)
  expect(isUsername('abc\n')).toBe(false)
  expect(isUsername('../me')).toBe(false)
})

test('usernames equal to a path of the site or typical of staff are reserved, regardless of case', () => {
  expect(isReservedUsername('me')).toBe(true)
  expect(isReservedUsername('search')).toBe(true)
  expect(isReservedUsername('blocked')).toBe(true)
  expect(isReservedUsername('Admin')).toBe(true)
  expect(isReservedUsername('MODERATOR')).toBe(true)
})

test('underscores around a reserved username do not make it available', () => {
  expect(isReservedUsername('_admin_')).toBe(true)
  expect(isReservedUsername('admin__')).toBe(true)
})

test('a username that merely contains a reserved word is available', () => {
  expect(isReservedUsername('admin1')).toBe(false)
  expect(isReservedUsername('modest')).toBe(false)
  expect(isReservedUsername('demo')).toBe(false)
  expect(isReservedUsername('___')).toBe(false)
})
