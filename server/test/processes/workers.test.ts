import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createTestDatabase } from '#server/test/database.ts'
import { startProcess } from './serve.ts'

const METRICS_TOKEN = 'metrics-of-all-workers'
const { url, drop } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'watek-workers-'))
const SESSION_SECRET = 'workers-workers-workers-workers-workers'
const server = await startProcess(
  { DATABASE_URL: url, DATA_DIR: dataDir, SESSION_SECRET, WORKERS: '2', METRICS_TOKEN, LOG_LEVEL: 'error' },
  resolve(import.meta.dir, 'workers-main.ts'),
)

afterAll(async () => {
  await server.stop()
  await drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function workerPids(): Promise<number[]> {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  )
  const fields = stats.map(
    (stat) =>
      [Number.parseInt(stat, 10), ...stat.slice(stat.lastIndexOf(')') + 2).split(' ')] as [number, string, string],
  )
  return fields.filter(([, state, parent]) => state !== 'Z' && Number(parent) === server.pid).map(([pid]) => pid)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await Bun.sleep(20)
}

const metrics = async () =>
  (await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()

/** Process ids in the metrics; empty if the request fails because a killed worker reset its connection. */
const measuredPids = async () =>
  [...(await metrics().catch(() => '')).matchAll(/process_start_time_seconds\{pid="(\d+)"\}/g)].map(([, pid]) =>
    Number(pid),
  )

const twoAnswer = () => until(async () => (await measuredPids()).length === 2)

test('SCALE-1 one response of /metrics counts the requests of all workers', async () => {
  await twoAnswer()
  const count = async () =>
    Number(/_count\{route="file",method="GET",status="200"\} (\d+)/.exec(await metrics())?.[1] ?? 0)
  const before = await count()
  // The kernel distributes connections over the workers, so each request opens a new one.
  await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${server.origin}/robots.txt`, { headers: { connection: 'close' } })),
  )
  expect((await count()) - before).toBe(40)
})

test('SCALE-1 a killed worker is restarted, and the other one serves requests meanwhile', async () => {
  await twoAnswer()
  const before = await workerPids()
  process.kill(before[0]!, 'SIGKILL')
  // A connection that waited for the killed worker is reset; the next one reaches the other worker.
  await until(() =>
    fetch(`${server.origin}/healthz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  await until(async () => {
    // The request fails if it uses a keep-alive connection to the killed worker.
    const pids = await measuredPids().catch((): number[] => [])
    return pids.length === 2 && !pids.includes(before[0]!)
  })
  expect(await workerPids()).toContain(before[1]!)
})

test('SCALE-1 SIGHUP replaces every worker, and no request on a keep-alive connection fails', async () => {
  await twoAnswer()
  const before = await workerPids()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const failures: string[] = []
  let isOver = false
  const ask = () =>
    new Promise<void>((done) => {
      const fail = (error: Error) => {
        failures.push(error.message)
        done()
      }
      get(`${server.origin}/robots.txt`, { agent }, (answer) => answer.resume().on('end', done).on('error', fail)).on(
        'error',
        fail,
      )
    })
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) await ask()
    }),
  )
  process.kill(server.pid, 'SIGHUP')
  await until(async () => {
    const pids = await workerPids()
    return pids.length === 2 && before.every((pid) => !pids.includes(pid))
  })
  isOver = true
  await load
  agent.destroy()
  expect(failures).toEqual([])
})

test('SCALE-1 a new worker accepts requests only once it is ready, never with 503', async () => {
  await twoAnswer()
  const before = await workerPids()
  const statuses = new Set<number>()
  process.kill(server.pid, 'SIGHUP')
  const areReplaced = async () => {
    const pids = await workerPids()
    return pids.length === 2 && before.every((pid) => !pids.includes(pid))
  }
  while (!(await areReplaced())) {
    // The kernel gives some of the new connections to the new worker, and may reset one that waits for the old worker.
    await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${server.origin}/robots.txt`, { headers: { connection: 'close' } }).then(
          ({ status }) => statuses.add(status),
          () => {},
        ),
      ),
    )
  }
  expect([...statuses]).toEqual([200])
})

test('SCALE-1 workers exit when their supervisor is killed', async () => {
  const other = await mkdtemp(join(tmpdir(), 'watek-workers-'))
  const doomed = await startProcess(
    { DATABASE_URL: url, DATA_DIR: other, SESSION_SECRET, WORKERS: '2', LOG_LEVEL: 'silent' },
    resolve(import.meta.dir, 'workers-main.ts'),
  )
  process.kill(doomed.pid, 'SIGKILL')
  await until(() =>
    fetch(`${doomed.origin}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  await rm(other, { recursive: true, force: true })
})
