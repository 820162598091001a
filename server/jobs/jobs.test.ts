import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/jobs.ts'
import { addJob } from './add.ts'
import { failedJobs } from './queries.ts'
import { registry } from '#server/features/jobs.ts'
import type { Task } from './task.ts'

const t = await createTestApp()

function probe(action: (payload: { word: string }) => void = () => {}) {
  const ran: string[] = []
  const task: Task<{ word: string }> = async (_, payload) => {
    action(payload)
    ran.push(payload.word)
  }
  return { ran, registry: { tasks: { probe: task }, schedule: [] } }
}

const add = (word: string, options?: Parameters<typeof addJob>[3], tx: Parameters<typeof addJob>[0] = t.db) =>
  addJob(tx, 'probe' as never, { word } as never, options)
const fail = () => {
  throw new Error('not today')
}

test('a job exists if and only if its transaction was committed', async () => {
  const { ran, registry } = probe()
  const broken = t.db.transaction(async (tx) => {
    await add('undone', {}, tx)
    throw new Error('undo')
  })
  await expect(broken).rejects.toThrow('undo')
  await t.db.transaction(async (tx) => add('done', {}, tx))
  await runJobs(t.services, registry)
  expect(ran).toEqual(['done'])
})

test('a job runs once, and not before its time', async () => {
  const { ran, registry } = probe()
  const start = Date.now()
  await add('later', { runAt: new Date(start + 60_000) })
  await runJobs(t.services, registry)
  expect(ran).toEqual([])
  t.clock.now = () => new Date(start + 60_000)
  await runJobs(t.services, registry)
  await runJobs(t.services, registry)
  expect(ran).toEqual(['later'])
  t.clock.now = () => new Date()
})

test('only the newest of waiting jobs with the same key runs', async () => {
  const { ran, registry } = probe()
  await Promise.all(['a', 'b', 'c'].map((word) => add(word, { key: 'same' })))
  await add('newest', { key: 'same' })
  await add('other', { key: 'other' })
  await runJobs(t.services, registry)
  expect(ran.sort()).toEqual(['newest', 'other'])
})

test('a job that throws is retried after a while, with its error stored', async () => {
  const { ran, registry } = probe()
  const start = Date.now()
  await add('stubborn')
  await expect(runJobs(t.services, probe(fail).registry)).rejects.toThrow('not today')
  const [waiting] = await t.db.execute(
    sql`select attempts, last_error, run_at > now() as waits from graphile_worker.jobs`,
  )
  expect(waiting).toEqual({ attempts: 1, last_error: 'not today', waits: true })
  t.clock.now = () => new Date(start + 60_000)
  await runJobs(t.services, registry)
  expect(ran).toEqual(['stubborn'])
  expect(await failedJobs(t.db)).toBe(0)
  t.clock.now = () => new Date()
})

test('a job whose last attempt failed is counted, not retried, and deleted after a month', async () => {
  const { ran, registry: working } = probe()
  await add('hopeless')
  await t.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`)
  await expect(runJobs(t.services, probe(fail).registry)).rejects.toThrow('not today')
  expect(await failedJobs(t.db)).toBe(1)
  const start = Date.now()
  const forgetAt = async (days: number) => {
    t.clock.now = () => new Date(start + days * 86_400_000)
    await addJob(t.db, 'forget_failed_jobs', {})
    await runJobs(t.services, { ...registry, tasks: { ...registry.tasks, ...working.tasks } })
    t.clock.now = () => new Date()
  }
  await forgetAt(29)
  expect(await failedJobs(t.db)).toBe(1)
  await forgetAt(31)
  expect(await failedJobs(t.db)).toBe(0)
  expect(ran).toEqual([])
})

test('only one of the long jobs runs at a time, and short jobs need not wait for it', async () => {
  const { ran, registry } = probe()
  await add('long', { long: true })
  await t.db.execute(sql`update graphile_worker._private_job_queues set locked_by = 'somebody', locked_at = now()`)
  await add('mail')
  await runJobs(t.services, registry)
  expect(ran).toEqual(['mail'])
  await t.db.execute(sql`update graphile_worker._private_job_queues set locked_by = null, locked_at = null`)
  await runJobs(t.services, registry)
  expect(ran).toEqual(['mail', 'long'])
})

test('every scheduled job has a task and one entry in the schedule', () => {
  const names = registry.schedule.map(({ task }) => task)
  expect(Object.keys(registry.tasks)).toEqual(expect.arrayContaining(names))
  expect(new Set(names).size).toBe(names.length)
})
