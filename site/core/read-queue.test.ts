import { expect, test } from 'bun:test'
import { createReadQueue } from './read-queue.ts'

/** A read queue for which the test switches the network off and runs the retries. */
function fixture() {
  const state = { isOnline: true, reads: [] as number[], retries: [] as { run: () => void; delayMs: number }[] }
  const queue = createReadQueue<number>(
    async (id) => {
      state.reads.push(id)
      await Promise.resolve()
      if (!state.isOnline) throw new Error('offline')
    },
    (run, delayMs) => {
      const retry = { run, delayMs }
      state.retries.push(retry)
      return () => {
        state.retries = state.retries.filter((other) => other !== retry)
      }
    },
  )
  const settle = () => Bun.sleep(5)
  return { state, queue, settle }
}

test('a failed read of a changed item is retried once the network is back', async () => {
  const { state, queue, settle } = fixture()
  state.isOnline = false
  queue.add([7])
  await settle()
  expect([state.reads, state.retries.length]).toEqual([[7], 1])
  state.isOnline = true
  state.retries[0]!.run()
  await settle()
  expect([state.reads, state.retries.length]).toEqual([[7, 7], 0])
})

test('the delay between retries of a failed read grows up to a minute, and a success resets it', async () => {
  const { state, queue, settle } = fixture()
  state.isOnline = false
  queue.add([1])
  await settle()
  const delays: number[] = []
  for (let n = 0; n < 7; n += 1) {
    delays.push(state.retries[0]!.delayMs)
    if (n === 6) state.isOnline = true
    state.retries[0]!.run()
    await settle()
  }
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  state.isOnline = false
  queue.add([2])
  await settle()
  expect(state.retries[0]!.delayMs).toBe(2_000)
})

test('ids queued for reading while a read runs are read afterwards, each once', async () => {
  const { state, queue, settle } = fixture()
  queue.add([1])
  queue.add([2, 3])
  queue.add([2])
  await settle()
  expect(state.reads).toEqual([1, 2, 3])
})

test('an id queued while a failed read awaits its retry starts the reads of all queued ids at once', async () => {
  const { state, queue, settle } = fixture()
  state.isOnline = false
  queue.add([1])
  await settle()
  state.isOnline = true
  queue.add([2])
  await settle()
  expect([state.reads, state.retries.length]).toEqual([[1, 1, 2], 0])
})

test('clearing the queue of changed items cancels the retry of a failed read', async () => {
  const { state, queue, settle } = fixture()
  state.isOnline = false
  queue.add([1])
  await settle()
  queue.clear()
  expect(state.retries).toEqual([])
})
