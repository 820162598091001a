import { readdirSync, readFileSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { makePng } from '#server/media/testing/pictures.ts'
import { Connection, requestBytes } from '../../load/connection.ts'
import { formWith } from '../../parts/writes.ts'
import { ADMIN_PASSWORD } from '../../fixture.ts'
import type { Member } from '../members.ts'
import type { Environment } from './environment.ts'

export type Outcome = { seconds: number; wrong: string[] }

const LIMIT = 60_000

async function writes(environment: Environment): Promise<boolean> {
  const connection = new Connection(environment.port)
  const { status } = await connection.ask(
    requestBytes(`/api/votes/${environment.probe.post}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${environment.probe.member.token}` },
      json: { value: 1 },
    }),
  )
  connection.close()
  return status === 200
}

async function untilWrites(environment: Environment): Promise<void> {
  const startedAt = performance.now()
  while (!(await writes(environment))) {
    if (performance.now() - startedAt > LIMIT) throw new Error('The service did not come back within a minute')
    await Bun.sleep(10)
  }
}

export async function killServer(environment: Environment): Promise<Outcome> {
  const startedAt = performance.now()
  const before = environment.server().pid
  process.kill(before, 'SIGKILL')
  while (environment.server().pid === before) await Bun.sleep(1)
  await untilWrites(environment)
  return { seconds: (performance.now() - startedAt) / 1_000, wrong: [] }
}

function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function children(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

/** Kills PostgreSQL with SIGKILL, with all its processes if `whole`. */
export async function killDatabase(environment: Environment, whole: boolean): Promise<Outcome> {
  const pid = postmaster(environment.dataDir)
  const family = whole ? children(pid) : []
  for (const each of [pid, ...family]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // The process has exited already.
    }
  }
  const startedAt = performance.now()
  for (;;) {
    const sql = postgres(environment.url, { max: 1, connect_timeout: 2, onnotice: () => {}, fetch_types: false })
    const isBack = await sql`select 1`.then(
      () => true,
      () => false,
    )
    await sql.end({ timeout: 1 })
    if (isBack) break
    if (performance.now() - startedAt > LIMIT) throw new Error('The database was not started again within a minute')
    await Bun.sleep(10)
  }
  const back = performance.now()
  await untilWrites(environment)
  const wrong = environment.server().child.exitCode === null ? [] : ['the server ended with the database']
  return { seconds: (performance.now() - back) / 1_000, wrong }
}

function upload(member: Member, salt: number): Uint8Array {
  const colour = [salt % 256, 99, Math.floor(Math.random() * 256)] as const
  const { body, contentType } = formWith(
    'file',
    'picture.png',
    'image/png',
    makePng(640, 480, { left: colour, right: [Math.floor(Math.random() * 256), 1, 2] }),
  )
  return requestBytes('/api/upload/image', {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': contentType },
    body,
  })
}

export async function fillDisk(environment: Environment, at: number): Promise<Outcome> {
  const wrong: string[] = []
  const filler = join(environment.dataDir, 'media/filler')
  const { bavail, bsize } = await statfs(join(environment.dataDir, 'media'))
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {})
  const connection = new Connection(environment.port)
  const refused = await connection.ask(upload(environment.probe.member, at), { keepBody: true })
  if (refused.status < 500) wrong.push(`an upload onto a full disk answers ${refused.status}`)
  if (!(await writes(environment))) wrong.push('a vote fails while the disk of the media is full')
  await Bun.sleep(1_000)
  await rm(filler)
  const startedAt = performance.now()
  let status = 0
  while (status !== 201 && performance.now() - startedAt < LIMIT)
    status = (await connection.ask(upload(environment.probe.member, at + 1))).status
  connection.close()
  if (status !== 201) wrong.push(`an upload after the disk was full answers ${status}`)
  return { seconds: (performance.now() - startedAt) / 1_000, wrong }
}

export async function stopMail(environment: Environment): Promise<Outcome> {
  environment.mail.stop()
  await Bun.sleep(3_000)
  const stillWrites = await writes(environment)
  environment.mail.start()
  const startedAt = performance.now()
  while (performance.now() - startedAt < LIMIT) {
    const [row] = await environment.sql<
      { waiting: number }[]
    >`select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'send_mail' and attempts > 0
      and locked_at is null`
    if (row!.waiting === 0) break
    await Bun.sleep(50)
  }
  const wrong = stillWrites ? [] : ['a vote fails while the mail server is away']
  return { seconds: (performance.now() - startedAt) / 1_000, wrong }
}

export async function stallProvider(environment: Environment): Promise<Outcome> {
  const wrong: string[] = []
  const [before] = await environment.sql<
    { count: number }[]
  >`select count(*)::int as count from comment join "user" u on u.id = comment.author_id where u.is_bot`
  const connection = new Connection(environment.port)
  const startedAt = performance.now()
  const asked = connection.ask(
    requestBytes('/api/bot/respond-to-comment', {
      method: 'POST',
      headers: { 'x-admin-password': ADMIN_PASSWORD },
      json: { comment_id: environment.probe.comment },
    }),
    { keepBody: true },
  )
  await Bun.sleep(1_000)
  const from = performance.now()
  if (!(await writes(environment))) wrong.push('a vote fails while the provider stalls')
  const took = performance.now() - from
  const { status, body } = await asked
  connection.close()
  const seconds = (performance.now() - startedAt) / 1_000
  if (status < 500) wrong.push(`the bot answers ${status} ${body?.toString().slice(0, 100)}`)
  if (seconds > 40) wrong.push(`the bot took ${seconds.toFixed(0)} s to give up`)
  const [after] = await environment.sql<
    { count: number }[]
  >`select count(*)::int as count from comment join "user" u on u.id = comment.author_id where u.is_bot`
  if (after!.count !== before!.count) wrong.push('a stalled answer left a comment')
  return { seconds: took / 1_000, wrong }
}

/** Cuts connections during uploads and responses; no file of a cut upload may be left behind. */
export async function cutConnections(environment: Environment, at: number): Promise<Outcome> {
  const startedAt = performance.now()
  const folder = join(environment.dataDir, 'incoming')
  const left = async () =>
    (await Array.fromAsync(new Bun.Glob('**').scan({ cwd: folder, onlyFiles: true })).catch(() => [])).length
  // Uploads left by a killed server are deleted only after a day, so there may already be some.
  const before = await left()
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const connection = new Connection(environment.port)
      const request =
        index % 2
          ? upload(environment.probe.member, at * 20 + index)
          : requestBytes(`/post/${environment.probe.post}?cut=${at}-${index}`)
      const asked = connection.ask(index % 2 ? request.subarray(0, Math.floor(request.byteLength / 2)) : request)
      await Bun.sleep(index % 2 ? 50 : Math.random() * 10)
      connection.cut()
      await Promise.race([asked, Bun.sleep(1_000)])
    }),
  )
  await untilWrites(environment)
  const seconds = (performance.now() - startedAt) / 1_000
  for (let tries = 0; tries < 100 && (await left()) > before; tries += 1) await Bun.sleep(50)
  return { seconds, wrong: (await left()) > before ? [`${(await left()) - before} files of broken uploads stay`] : [] }
}

export function openFiles(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return null
  }
}
