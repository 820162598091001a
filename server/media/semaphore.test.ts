import { expect, test } from 'bun:test'
import { createSemaphore } from './semaphore.ts'

test('a semaphore runs a limited number of tasks at a time, the others in order, even if one fails', async () => {
  const enter = createSemaphore(2)
  const started: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const runs = gates.map(({ promise }, index) =>
    enter(async () => {
      started.push(index)
      await promise
      return index
    }),
  )
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  await tick()
  expect(started).toEqual([0, 1])
  gates[1]!.reject(new Error('broken'))
  await expect(runs[1]!).rejects.toThrow('broken')
  await tick()
  expect(started).toEqual([0, 1, 2])
  gates[0]!.resolve()
  gates[2]!.resolve()
  await tick()
  expect(started).toEqual([0, 1, 2, 3, 4])
  gates[3]!.resolve()
  gates[4]!.resolve()
  expect(await Promise.all([runs[0], runs[2], runs[3], runs[4]])).toEqual([0, 2, 3, 4])
})
