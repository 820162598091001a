import { afterAll, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '#server/test/database.ts'
import { addJob } from '#server/jobs/add.ts'
import { examine } from './doctor.ts'
import { hasError, type Finding } from './finding.ts'
import { clockOf } from './services.ts'

const { url, db, sql, drop } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'watek-doctor-test-'))
const open: { stop: () => unknown }[] = []
afterAll(async () => {
  for (const one of open) await one.stop()
  await drop()
  await rm(folder, { recursive: true })
})

async function dataDir(): Promise<string> {
  const made = join(folder, crypto.randomUUID())
  await mkdir(made, { mode: 0o700 })
  return made
}

/** Opens a port on which a program sends `reply` to every connection. */
async function listening(reply = ''): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    if (reply) socket.write(reply)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  open.push({ stop: () => server.close() })
  return (server.address() as { port: number }).port
}

const closedPort = async () => {
  const server = createServer()
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as { port: number }
  await new Promise((done) => {
    server.close(done)
  })
  return port
}

const settings = async (changes: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  DATA_DIR: await dataDir(),
  DATABASE_URL: url,
  PORT: String(await closedPort()),
  HOST: '127.0.0.1',
  SESSION_SECRET: 'a secret of thirty-two characters, at least',
  ADMIN_PASSWORD: 'A-password-of-tests-1',
  ...changes,
})

const named = (findings: Finding[], name: string) => findings.filter((finding) => finding.name === name)

describe('RUN-9 the doctor of a healthy server', () => {
  test('the doctor finds no error in a healthy server, and prints ok for each check', async () => {
    const findings = await examine(await settings())
    expect(findings.filter(({ status }) => status === 'error')).toEqual([])
    for (const name of ['settings', 'folders', 'port', 'database', 'clock', 'schema', 'jobs'])
      expect(named(findings, name)).toEqual([expect.objectContaining({ status: 'ok', advice: null })])
  })
})

describe('RUN-9 the doctor of a broken set-up', () => {
  test.each<[string, () => Promise<Record<string, string>>, string, Finding['status'], RegExp]>([
    ['a setting is wrong', async () => ({ PORT: 'ninety' }), 'settings', 'error', /PORT must be/],
    [
      'two settings contradict',
      async () => ({ DATABASE_POOLER: 'transaction' }),
      'settings',
      'error',
      /DATABASE_POOLER/,
    ],
    [
      'DATA_DIR is a file',
      async () => {
        const file = join(await dataDir(), 'file')
        await writeFile(file, '')
        return { DATA_DIR: file }
      },
      'folders',
      'error',
      /no folder/,
    ],
    [
      'others can read a secret',
      async () => {
        const made = await dataDir()
        await writeFile(join(made, 'secrets.json'), '{}', { mode: 0o644 })
        return { DATA_DIR: made }
      },
      'folders',
      'error',
      /Other users can read .*secrets\.json/,
    ],
    [
      'others can read DATA_DIR',
      async () => {
        const made = await dataDir()
        await chmod(made, 0o755)
        return { DATA_DIR: made }
      },
      'folders',
      'warning',
      /Other users can read/,
    ],
    ['the port is taken', async () => ({ PORT: String(await listening()) }), 'port', 'error', /cannot be used/],
    [
      'the database is away',
      async () => ({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await closedPort()}/none` }),
      'database',
      'error',
      /does not answer/,
    ],
    [
      'the password of the database is wrong',
      async () => ({ DATABASE_URL: url.replace(/:\/\/([^:]+):[^@]+@/, '://$1:wrong@') }),
      'database',
      'error',
      /password/,
    ],
    [
      'Redis is away',
      async () => ({ REDIS_URL: `redis://127.0.0.1:${await closedPort()}` }),
      'redis',
      'error',
      /Redis does not answer/,
    ],
    [
      'the store of media is away',
      async () => ({
        S3_ENDPOINT: `http://127.0.0.1:${await closedPort()}`,
        S3_BUCKET: 'watek',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      }),
      's3',
      'error',
      /The bucket watek does not answer/,
    ],
    [
      'the mail server refuses',
      async () => ({ SMTP_URL: `smtp://127.0.0.1:${await listening('554 not here\r\n')}` }),
      'mail',
      'error',
      /refuses/,
    ],
    ['there is no mail server', async () => ({}), 'mail', 'warning', /nobody gets one/],
    [
      'another program answers at the public address',
      async () => {
        const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('welcome to the proxy') })
        open.push(other)
        return { PUBLIC_URL: `http://localhost:${other.port}` }
      },
      'address',
      'error',
      /answered by another program/,
    ],
    [
      'the proxy is not trusted',
      async () => ({ PUBLIC_URL: `https://127.0.0.1:${await closedPort()}` }),
      'proxy',
      'warning',
      /TRUSTED_PROXIES is empty/,
    ],
    [
      'the public address cannot be reached',
      async () => ({ PUBLIC_URL: `https://127.0.0.1:${await closedPort()}` }),
      'address',
      'warning',
      /cannot be reached/,
    ],
    ['there is no backup', async () => ({}), 'last backup', 'warning', /There is none/],
    ['the server does not run', async () => ({}), 'workers', 'warning', /does not run/],
  ])('the doctor reports the problem and its solution where %s', async (_, changes, name, status, message) => {
    const found = named(await examine(await settings(await changes())), name)
    expect(found).toContainEqual({
      name,
      status,
      message: expect.stringMatching(message),
      advice: expect.stringMatching(/.{6,}/),
    })
  })

  test('the doctor reports jobs that have failed permanently or are late', async () => {
    await addJob(db, 'remove_user_data', { user_id: 1_000_000, content: 'keep' })
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`
    expect(named(await examine(await settings()), 'jobs')[0]).toMatchObject({ status: 'warning' })
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x'`
    const [failed] = named(await examine(await settings()), 'jobs')
    expect(failed).toMatchObject({ status: 'warning', message: '1 jobs failed for good.' })
    await sql`delete from graphile_worker._private_jobs`
  })

  test('a clock a few seconds off is a warning, by more than a minute an error', () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const at = (seconds: number) => clockOf(new Date(now.getTime() + seconds * 1_000), now).status
    expect([at(0), at(-6), at(61)]).toEqual(['ok', 'warning', 'error'])
  })
})

test('RUN-9 the exit code of the doctor is set by errors, not by warnings', () => {
  const finding = { name: 'a', message: '', advice: null }
  expect(hasError([{ ...finding, status: 'warning' }])).toBe(false)
  expect(
    hasError([
      { ...finding, status: 'ok' },
      { ...finding, status: 'error' },
    ]),
  ).toBe(true)
})
