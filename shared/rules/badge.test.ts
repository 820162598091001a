import { expect, test } from 'bun:test'
import { badgeText } from './badge.ts'

test('a badge shows the count up to 99', () => {
  expect(badgeText(1)).toBe('1')
  expect(badgeText(99)).toBe('99')
})

test('LAY-6 a badge above 99 shows 99+', () => {
  expect(badgeText(100)).toBe('99+')
  expect(badgeText(12_345)).toBe('99+')
})

test('there is no badge where nothing is unread', () => {
  expect(badgeText(0)).toBeNull()
  expect(badgeText(-1)).toBeNull()
})
