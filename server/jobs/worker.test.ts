import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { startNetwork } from '#server/db/driver/testing/network.ts'
import { createLogger } from '#server/lib/log.ts'
import { createTestApp } from '#server/test/app.ts'
import { addJob } from './add.ts'
import { failedJobs, releaseAbandonedJobs } from './queries.ts'
import { MAX_ATTEMPTS } from './task.ts'
import { startWorker } from './worker.ts'

const log = createLogger('silent', false)

/** `started` resolves when the task first runs. */
function probe(action: () => Promise<void> | void = () => {}) {
  const started = Promise.withResolvers<void>()
  const task = async () => {
    started.resolve()
    await action()
  }
  return { started: started.promise, registry: { tasks: { probe: task }, schedule: [] } }
}

/** Workers take every waiting job, so each queue has its own database. */
async function openQueue() {
  const t = await createTestApp()
  return {
    ...t,
    services: { ...t.services, log },
    add: () => addJob(t.db, 'probe' as never, {} as never),
    jobs: () => t.db.execute(sql`select attempts, locked_by is not null as running from graphile_worker.jobs`),

    /** The connection of a closed or killed worker takes a moment to disappear. */
    async untilDisconnected(): Promise<void> {
      const connections = sql`select 1 from pg_stat_activity where datname = current_database() and application_name
        = 'watek jobs'`
      while ((await t.db.execute(connections)).length > 0) await Bun.sleep(10)
    },

    async untilNobodyListens(): Promise<void> {
      const listening = sql`select 1 from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`
      while ((await t.db.execute(listening)).length > 0) await Bun.sleep(10)
    },

    aMinuteLater: () =>
      t.db.execute(
        sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
          where locked_at is not null`,
      ),
  }
}

test('a worker runs waiting and new jobs; once stopped it leaves neither job nor connection behind', async () => {
  const { services, add, jobs, untilDisconnected } = await openQueue()
  await add()
  const first = probe()
  const worker = await startWorker(services, first.registry)
  await first.started
  await worker.stop()
  const second = probe()
  const again = await startWorker(services, second.registry)
  await add()
  await second.started
  await again.stop()
  expect(await jobs()).toBeEmpty()
  await untilDisconnected()
})

test('a worker that stops lets the running job finish', async () => {
  const { services, add, jobs, untilNobodyListens } = await openQueue()
  const gate = Promise.withResolvers<void>()
  let finished = false
  const { started, registry } = probe(async () => {
    await gate.promise
    finished = true
  })
  const worker = await startWorker(services, registry)
  await add()
  await started
  const stopped = worker.stop()
  await untilNobodyListens()
  gate.resolve()
  await stopped
  expect(finished).toBeTrue()
  expect(await jobs()).toBeEmpty()
})

test('a worker continues after a job that throws', async () => {
  const { services, add, jobs } = await openQueue()
  let runs = 0
  const twice = Promise.withResolvers<void>()
  const { registry } = probe(() => {
    runs += 1
    if (runs === 2) return twice.resolve()
    throw new Error('not today')
  })
  const worker = await startWorker(services, registry)
  await add()
  await add()
  await twice.promise
  await worker.stop()
  expect(await jobs()).toEqual([{ attempts: 1, running: false }] as never)
})

test('a worker whose connections are cut restarts', async () => {
  const { db, services, add, untilDisconnected } = await openQueue()
  const { started, registry } = probe()
  const worker = await startWorker(services, registry)
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name
      = 'watek jobs'`,
  )
  await add()
  await started
  await worker.stop()
  await untilDisconnected()
})

test('errors of lost or twice released clients are ignored, even during the start, other errors are not', async () => {
  const { services, url } = await openQueue()
  const pool = new pg.Pool({ connectionString: url })
  const client = await pool.connect()
  client.release()
  const releasedTwice: Error = await Promise.try(() => client.release()).then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  await pool.end()
  const closed: Error = await client.query('select 1').then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  const reject = (error: Error) => process.emit('unhandledRejection', error, Promise.resolve())
  const starting = startWorker(services, probe().registry)
  expect(() => reject(closed)).not.toThrow()
  const worker = await starting
  expect(() => reject(releasedTwice)).not.toThrow()
  expect(() => reject(new Error('Another fault'))).toThrow('Another fault')
  await worker.stop()
})

test('a process survives the loss of its database at the end of a job', async () => {
  const { add, url } = await openQueue()
  const network = await startNetwork(url)
  const workerUrl = url.replace(/(@?)[^/@]+(?=\/[^/]*$)/, `$1${network.host}`)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'testing/waiting-worker.ts'), url, workerUrl], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  await add()
  let output = ''
  for await (const part of child.stdout) {
    output += new TextDecoder().decode(part)
    if (output.endsWith('started\n')) {
      network.stop()
      child.stdin.write('end\n')
      await child.stdin.flush()
    }
    if (output.split('The job worker could not go on').length > 3) break
  }
  expect(output).toEndWith('The job worker could not go on\n'.repeat(3))
  child.kill('SIGKILL')
  await child.exited
})

test('the job of a killed process is taken over, that of a running process is not', async () => {
  const { db, url, services, add, jobs, untilDisconnected, aMinuteLater } = await openQueue()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'testing/waiting-worker.ts'), url], {
    stdout: 'pipe',
  })
  await add()
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('started\n')
  await aMinuteLater()
  await releaseAbandonedJobs(db)
  expect(await jobs()).toEqual([{ attempts: 1, running: true }] as never)
  child.kill('SIGKILL')
  await child.exited
  await untilDisconnected()
  const { started, registry } = probe()
  const worker = await startWorker(services, registry)
  await started
  await worker.stop()
  expect(await jobs()).toBeEmpty()
})

test('a job that kills its worker every time fails in the end; a job replaced meanwhile does not', async () => {
  const { db, add, jobs } = await openQueue()
  /** The job is locked by a worker that no longer runs, after `attempts` earlier starts. */
  async function abandon(attempts: number) {
    await add()
    await db.execute(sql`
      update graphile_worker._private_jobs
      set attempts = ${attempts}, locked_by = 'gone', locked_at = now() - interval '1 minute'`)
    await releaseAbandonedJobs(db)
  }
  await abandon(MAX_ATTEMPTS - 1)
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
  expect(await failedJobs(db)).toBe(1)
  await db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`)
  await abandon(MAX_ATTEMPTS)
  expect(await failedJobs(db)).toBe(0)
  expect(await jobs()).toMatchObject([{ running: false }])
})
