import { expect, test } from 'bun:test'
import { failure } from '#server/test/app.ts'
import { createSlots } from './slots.ts'

/** Tasks end when the test ends them, and record the order in which they began. */
function manual() {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () => {
    began.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await Bun.sleep(0)
  }
  return { began, task, end }
}

test('slots limit the running tasks in total and per key, and keys take turns', async () => {
  const slots = createSlots({ total: 3, perKey: 2, maxWaiting: 10, maxWaitMs: 60_000 })
  const { began, task, end } = manual()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => slots.run(name[0]!, task(name)))
  await Bun.sleep(0)
  expect(began).toEqual(['a1', 'a2', 'b1'])
  expect(slots.status()).toEqual({ running: 3, waiting: 4 })
  await end('a1')
  expect(began.slice(3)).toEqual(['a3'])
  await end('a2')
  expect(began.slice(4)).toEqual(['b2'])
  await end('b1')
  expect(began.slice(5)).toEqual(['c1'])
  for (const name of ['a3', 'b2', 'c1', 'a4']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  expect(slots.status()).toEqual({ running: 0, waiting: 0 })
})

test('a task that waits too long, or is queued behind too many of its key, is refused with Retry-After', async () => {
  const slots = createSlots({ total: 1, perKey: 1, maxWaiting: 1, maxWaitMs: 1 })
  const { began, task, end } = manual()
  const first = slots.run('a', task('first'))
  const late = failure(slots.run('a', task('late')))
  expect(await failure(slots.run('a', task('one too many')))).toMatchObject({
    code: 'too_many_requests',
    details: { retryAfter: 2 },
  })
  expect(await late).toMatchObject({ code: 'too_many_requests', details: { retryAfter: 2 } })
  await end('first')
  expect(await first).toBe('first')
  expect(began).toEqual(['first'])
  expect(slots.status()).toEqual({ running: 0, waiting: 0 })
})

test('a task that fails releases its slot', async () => {
  const slots = createSlots({ total: 1, perKey: 1, maxWaiting: 1, maxWaitMs: 60_000 })
  expect(
    await failure(
      slots.run('a', async () => {
        throw new Error('gone')
      }),
    ),
  ).toMatchObject({ message: 'gone' })
  expect(await slots.run('a', async () => 'next')).toBe('next')
})

test('tasks of a key that ran for a second get half of the time from then on; other keys are not slowed', async () => {
  let now = 0
  const slots = createSlots({
    total: 4,
    perKey: 1,
    maxWaiting: 10,
    maxWaitMs: 60_000,
    share: 0.5,
    burstMs: 1_000,
    now: () => now,
  })
  const { began, task, end } = manual()
  const pass = async (name: string, ms: number) => {
    now += ms
    await end(name)
  }
  const first = slots.run('a', task('a1'))
  await Bun.sleep(0)
  await pass('a1', 500)
  const second = slots.run('a', task('a2'))
  await Bun.sleep(0)
  expect(began).toEqual(['a1', 'a2'])
  await pass('a2', 510)
  const third = slots.run('a', task('a3'))
  const other = slots.run('b', task('b1'))
  await Bun.sleep(0)
  expect(began).toEqual(['a1', 'a2', 'b1'])
  now += 9
  await Bun.sleep(30)
  expect(began).toEqual(['a1', 'a2', 'b1'])
  now += 2
  await pass('b1', 0)
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
  await end('a3')
  expect(await Promise.all([first, second, third, other])).toEqual(['a1', 'a2', 'a3', 'b1'])
})
