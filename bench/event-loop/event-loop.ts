import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { session } from '#server/features/auth/table.ts'
import { ADMIN_PASSWORD } from '#server/test/open-app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { freePort } from '#server/lib/free-port.ts'
import { startProcess } from '#server/test/processes/serve.ts'
import { runRequests, type Held } from './requests.ts'

/* `[--part lists] [--call posts] [--text links] [--repeats 3]`: sends the costliest texts known and prints the CPU ms
   for which each held the event loop. */

const MAX_HELD_MS = 50
const SHOWN_ROWS = 60

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '' },
    call: { type: 'string', default: '' },
    text: { type: 'string', default: '' },
    repeats: { type: 'string', default: '3' },
  },
})
const dataDir = await mkdtemp(join(tmpdir(), 'watek-event-loop-'))
const secret = 'event-loop-event-loop-event-loop'
const database = await createTestDatabase()
const probePort = await freePort()
const server = await startProcess({
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  SESSION_SECRET: secret,
  ADMIN_PASSWORD,
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  BUN_OPTIONS: `--preload ${join(import.meta.dir, 'probe.ts')}`,
  PROBE_PORT: String(probePort),
})

async function signIn(member: { id: number }): Promise<string> {
  const id = crypto.randomUUID()
  const expires_at = new Date(Date.now() + 86_400_000)
  await database.db.insert(session).values({ id, user_id: member.id, expires_at })
  return signAccessToken(secret, id, member.id, expires_at)
}

const held: Held[] = []
try {
  const takeHeld = async () =>
    ((await (await fetch(`http://127.0.0.1:${probePort}/`)).json()) as { longest: number }).longest
  await runRequests({
    db: database.db,
    origin: server.origin,
    member: await createUser(database.db),
    other: await createUser(database.db),
    signIn,
    takeHeld,
    part: values.part,
    call: values.call,
    text: values.text,
    repeats: Number(values.repeats),
    note: (row) => held.push(row),
  })
} finally {
  await server.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}
held.sort((a, b) => b.worst - a.worst)
for (const { call, text, status, kB, worst, median } of held.slice(0, SHOWN_ROWS)) {
  console.log(
    [
      worst.toFixed(1).padStart(8),
      median.toFixed(1).padStart(8),
      String(status),
      `${kB} kB`.padStart(10),
      call.padEnd(38),
      text,
    ].join('  '),
  )
}
const beyond = held.filter(({ worst }) => worst > MAX_HELD_MS)
console.log(`${held.length} requests; ${beyond.length} kept the event loop for more than ${MAX_HELD_MS} ms`)
if (server.output()) console.log(server.output().slice(-4_000))
process.exit(beyond.length === 0 ? 0 : 1)
