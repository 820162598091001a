import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createProcessQueue } from './process-queue.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-process-queue-'))
afterAll(() => rm(folder, { recursive: true }))

const script = join(folder, 'echo.ts')
await Bun.write(
  script,
  `
process.on('disconnect', () => process.exit())
let answered = 0
process.on('message', (question) => {
  if (question === 'die') process.exit(1)
  if (question !== 'hang') process.send({ question, place: (answered += 1) })
})`,
)

type Answer = { question: string; place: number }
const LIMITS = { name: 'test', maxOfOne: 2, maxWaiting: 5 }
const timeoutMs = 10_000

describe('a queue in front of a worker process', () => {
  test('a worker process serves its callers in turns, each in their own order', async () => {
    const { ask } = createProcessQueue<string, Answer>(script, { ...LIMITS, maxOfOne: 3 })
    const asked = [
      ['a1', 'a'],
      ['a2', 'a'],
      ['a3', 'a'],
      ['a4', 'a'],
      ['b1', 'b'],
      ['c1', 'c'],
    ] as const
    const answers = await Promise.all(asked.map(([question, by]) => ask(question, { by, timeoutMs })))
    expect(answers.toSorted((a, b) => a!.place - b!.place).map((answer) => answer!.question)).toEqual([
      'a1',
      'a2',
      'b1',
      'c1',
      'a3',
      'a4',
    ])
  })

  test('a queue refuses tasks beyond its limit per caller and its limit in total', async () => {
    const { ask } = createProcessQueue<string, Answer>(script, LIMITS)
    const outcomes = await Promise.allSettled(
      ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'e'].map((by) => ask(by, { by, timeoutMs })),
    )
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? 'answered' : (outcome.reason as { code: string }).code,
      ),
    ).toEqual([
      'answered',
      'answered',
      'answered',
      'too_many_requests',
      'answered',
      'answered',
      'answered',
      'too_many_requests',
    ])
  })

  test('a queue gives up a task whose worker process dies or hangs, and serves the next one', async () => {
    const { ask } = createProcessQueue<string, Answer>(script, LIMITS)
    expect(await Promise.all([ask('die', { by: 1, timeoutMs }), ask('next', { by: 1, timeoutMs })])).toEqual([
      null,
      { question: 'next', place: 1 },
    ])
    expect(await Promise.all([ask('hang', { by: 1, timeoutMs: 50 }), ask('next', { by: 1, timeoutMs })])).toEqual([
      null,
      { question: 'next', place: 1 },
    ])
  })
})
