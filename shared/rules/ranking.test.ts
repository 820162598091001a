import { describe, expect, test } from 'bun:test'
import { bestRank, controversialRank, hotRank, topRank } from './ranking.ts'

const epoch = '2024-01-01T00:00:00.000Z'
const later = (seconds: number) => new Date(Date.parse(epoch) + seconds * 1000)

describe('hot', () => {
  test('HOME-2 hot is the signed logarithm of the score at the epoch', () => {
    expect(hotRank(0, 0, epoch)).toBe(0)
    expect(hotRank(1, 0, epoch)).toBe(0)
    expect(hotRank(150, 50, epoch)).toBeCloseTo(2, 12)
    expect(hotRank(50, 150, epoch)).toBeCloseTo(-2, 12)
  })

  test('45000 seconds are worth a tenfold score in hot', () => {
    expect(hotRank(1, 0, later(45_000))).toBeCloseTo(hotRank(10, 0, epoch), 12)
  })

  test('fractions of a second count in hot', () => {
    expect(hotRank(0, 0, later(0.5))).toBeGreaterThan(hotRank(0, 0, epoch))
  })

  test('a post made before the epoch ranks below it', () => {
    expect(hotRank(0, 0, later(-90_000))).toBeCloseTo(-2, 12)
  })
})

test('top is upvotes minus downvotes', () => {
  expect(topRank(7, 3)).toBe(4)
  expect(topRank(3, 7)).toBe(-4)
})

describe('controversial', () => {
  test('controversial is 0 where one side has no votes', () => {
    expect(controversialRank(0, 0)).toBe(0)
    expect(controversialRank(100, 0)).toBe(0)
    expect(controversialRank(0, 100)).toBe(0)
  })

  test('controversial is the number of votes where both sides are even', () => {
    expect(controversialRank(50, 50)).toBeCloseTo(100, 10)
  })

  test('HOME-2 controversial is the number of votes to the power of the balance', () => {
    expect(controversialRank(75, 25)).toBeCloseTo(100 ** (1 / 3), 10)
    expect(controversialRank(25, 75)).toBeCloseTo(100 ** (1 / 3), 10)
  })
})

describe('best', () => {
  test('best is 0 without votes and without upvotes', () => {
    expect(bestRank(0, 0)).toBe(0)
    expect(bestRank(0, 10)).toBeCloseTo(0, 12)
  })

  test('best is the Wilson lower bound at 80 percent', () => {
    expect(bestRank(1, 0)).toBeCloseTo(1 / (1 + 1.2816 ** 2), 12)
    expect(bestRank(40, 20)).toBeCloseTo(0.585148142514163, 12)
    expect(bestRank(10, 1)).toBeCloseTo(0.739486866273805, 12)
  })

  test('best prefers many good votes to one', () => {
    expect(bestRank(90, 10)).toBeGreaterThan(bestRank(1, 0))
  })

  test('best stays between 0 and 1 for very many votes', () => {
    expect(bestRank(1_000_000, 0)).toBeLessThan(1)
    expect(bestRank(0, 1_000_000)).toBeGreaterThanOrEqual(0)
  })
})
