import { expect, test } from 'bun:test'
import { createPace } from './pace.ts'

function createClock() {
  let time = 100
  return {
    now: () => time,
    pass: (ms: number) => void (time += ms),
    sleep: async (ms: number) => void (time = Math.max(time, time + ms)),
  }
}

test('push messages are paced: callers get one turn to send in each interval', async () => {
  const clock = createClock()
  const nextTurn = createPace({ interval: 5, ...clock })
  const times: number[] = []
  for (let at = 0; at < 4; at += 1) {
    await nextTurn()
    times.push(clock.now())
  }
  expect(times.map((time) => time - times[0]!)).toEqual([0, 1, 6, 11])
})

test('push messages are paced: callers get their turns to send in the order of their calls', async () => {
  const nextTurn = createPace({ interval: 1 })
  const order: number[] = []
  await Promise.all([1, 2, 3, 4, 5, 6].map(async (caller) => order.push((await nextTurn(), caller))))
  expect(order).toEqual([1, 2, 3, 4, 5, 6])
})

test('push messages are paced: callers get only few turns to send at once after a pause', async () => {
  const clock = createClock()
  const nextTurn = createPace({ interval: 2, ...clock })
  await nextTurn()
  clock.pass(1_000)
  const from = clock.now()
  for (let at = 0; at < 10; at += 1) await nextTurn()
  expect(clock.now() - from).toBe(14)
})
