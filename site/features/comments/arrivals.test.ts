import { expect, test } from 'bun:test'
import { createArrivals, placesOf, type Arrival } from './arrivals.ts'

const arrival = (comment_id: number, parent_id: number | null = null): Arrival => ({ comment_id, parent_id })

function places(arrived: Arrival[], known: number[], base: number | null = null) {
  const found = placesOf(new Map(arrived.map((one) => [one.comment_id, one])), new Set(known), base)
  return Object.fromEntries([...found].map(([place, there]) => [place, there.map(({ comment_id }) => comment_id)]))
}

test('LIVE-2 a new comment is announced above the list, a reply below its parent', () => {
  expect(places([arrival(10), arrival(11, 1), arrival(12, 2), arrival(13, 1)], [1, 2])).toEqual({
    list: [10],
    1: [11, 13],
    2: [12],
  })
})

test("LIVE-2 a reply to a new comment is announced at that comment's position", () => {
  expect(places([arrival(10), arrival(11, 10), arrival(12, 11)], [1])).toEqual({ list: [10, 11, 12] })
  expect(places([arrival(10, 1), arrival(11, 10)], [1])).toEqual({ 1: [10, 11] })
})

test('LIVE-2 a reply to a comment that is not loaded is announced above the list, not on the page of a branch', () => {
  expect(places([arrival(10, 99)], [1])).toEqual({ list: [10] })
  expect(places([arrival(10, 99), arrival(11), arrival(12, 5), arrival(13, 6)], [6], 5)).toEqual({
    list: [12],
    6: [13],
  })
})

test('LIVE-2 a new comment is counted once, and no longer after it is shown or removed', () => {
  const arrivals = createArrivals(null)
  const count = () => arrivals.at('list').length
  let changes = 0
  arrivals.subscribe(() => {
    changes += 1
  })
  arrivals.add([arrival(10), arrival(11)])
  arrivals.add([arrival(11), arrival(12)])
  expect(count()).toBe(3)
  arrivals.remove([10])
  arrivals.setKnown(new Set([1, 12]))
  expect(arrivals.at('list').map(({ comment_id }) => comment_id)).toEqual([11])
  arrivals.add([arrival(12), arrival(13, 12)])
  expect([count(), arrivals.at(12).length]).toEqual([1, 1])
  expect(changes).toBe(5)
})
