import { expect, test } from 'bun:test'
import { createDeliveryQueue } from './delivery-queue.ts'
import type { Entry } from './history.ts'

const entryOf = (position: number): Entry => ({ position, id: `id ${position}`, changes: [] })

test('messages between processes are delivered in order; those that arrive meanwhile form the next batch', async () => {
  const batches: number[][] = []
  const deliveries = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const queue = createDeliveryQueue({
    deliver: async (entries) => {
      batches.push(entries.map(({ position }) => position))
      await deliveries[batches.length - 1]!.promise
    },
    onError: (error) => {
      throw error
    },
    lastPosition: () => 2,
  })
  queue.add(entryOf(0))
  queue.add(entryOf(1))
  queue.add(entryOf(2))
  expect(batches).toEqual([[0]])
  expect(queue.sentUpTo()).toBe(-1)
  deliveries[0]!.resolve()
  await Bun.sleep(0)
  expect(batches).toEqual([[0], [1, 2]])
  expect(queue.sentUpTo()).toBe(0)
  deliveries[1]!.resolve()
  await Bun.sleep(0)
  expect(queue.sentUpTo()).toBe(2)
})

test('a failed delivery of messages between processes is reported, and the next delivery still runs', async () => {
  const errors: unknown[] = []
  const delivered: number[] = []
  const queue = createDeliveryQueue({
    deliver: async ([first]) => {
      if (first!.position === 0) throw new Error('no database')
      delivered.push(first!.position)
    },
    onError: (error) => errors.push((error as Error).message),
    lastPosition: () => 1,
  })
  queue.add(entryOf(0))
  queue.add(entryOf(1))
  await Bun.sleep(0)
  expect(errors).toEqual(['no database'])
  expect(delivered).toEqual([1])
})

test('a delivery queue of more than 2,000 messages is reported as an error', () => {
  const errors: unknown[] = []
  const queue = createDeliveryQueue({
    deliver: () => new Promise(() => {}),
    onError: (error) => errors.push((error as Error).message),
    lastPosition: () => 2_001,
  })
  for (let position = 0; position <= 2_001; position += 1) queue.add(entryOf(position))
  expect(errors).toEqual(['Too many messages wait'])
})
