import { readdirSync, readFileSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { makePng } from '#server/media/testing/pictures.ts'
import { Connection, requestBytes } from '../load/connection.ts'
import { formWith } from '../parts/writes.ts'
import { ADMIN_PASSWORD } from '../world.ts'
import type { Member } from './traffic.ts'
import type { Stage } from './stage.ts'

/** What a fault came to: seconds until the service was back, counted from where its bar counts, and what was wrong. */
export type Outcome = { seconds: number, wrong: string[] }

const LIMIT = 60_000

/** Whether a member's write is taken: the service is back when it is. */
async function writes(stage: Stage): Promise<boolean> {
  const connection = new Connection(stage.port)
  const { status } = await connection.ask(requestBytes(`/api/votes/${stage.probe.post}`, {
    method: 'POST', headers: { authorization: `Bearer ${stage.probe.member.token}` }, json: { value: 1 },
  }))
  connection.close()
  return status === 200
}

async function untilWrites(stage: Stage): Promise<void> {
  const begun = performance.now()
  while (!await writes(stage)) {
    if (performance.now() - begun > LIMIT) throw new Error('The service did not come back within a minute')
    await Bun.sleep(10)
  }
}

/** SIGKILL to the server; the supervisor starts it anew at once. */
export async function killServer(stage: Stage): Promise<Outcome> {
  const begun = performance.now()
  const before = stage.server().pid
  process.kill(before, 'SIGKILL')
  while (stage.server().pid === before) await Bun.sleep(1)
  await untilWrites(stage)
  return { seconds: (performance.now() - begun) / 1_000, wrong: [] }
}

function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function children(parent: number): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}

/** SIGKILL to PostgreSQL, with all its processes where `whole`; counted from when the database takes connections again. */
export async function killDatabase(stage: Stage, whole: boolean): Promise<Outcome> {
  const pid = postmaster(stage.dataDir)
  const family = whole ? children(pid) : []
  for (const each of [pid, ...family]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It left by itself meanwhile.
    }
  }
  const begun = performance.now()
  for (;;) {
    const sql = postgres(stage.url, { max: 1, connect_timeout: 2, onnotice: () => {}, fetch_types: false })
    const isBack = await sql`select 1`.then(() => true, () => false)
    await sql.end({ timeout: 1 })
    if (isBack) break
    if (performance.now() - begun > LIMIT) throw new Error('The database was not started again within a minute')
    await Bun.sleep(10)
  }
  const back = performance.now()
  await untilWrites(stage)
  const wrong = stage.server().child.exitCode === null ? [] : ['the server ended with the database']
  return { seconds: (performance.now() - back) / 1_000, wrong }
}

function upload(member: Member, salt: number): Uint8Array {
  const colour = [salt % 256, 99, Math.floor(Math.random() * 256)] as const
  const { body, contentType } = formWith('file', 'picture.png', 'image/png', makePng(640, 480, { left: colour, right: [Math.floor(Math.random() * 256), 1, 2] }))
  return requestBytes('/api/upload/image', { method: 'POST', headers: { authorization: `Bearer ${member.token}`, 'content-type': contentType }, body })
}

/** Fills the disk that holds the media: uploads are refused and leave nothing, everything else goes on; then there is room again. */
export async function fillDisk(stage: Stage, at: number): Promise<Outcome> {
  const wrong: string[] = []
  const filler = join(stage.dataDir, 'media/filler')
  const { bavail, bsize } = await statfs(join(stage.dataDir, 'media'))
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {})
  const connection = new Connection(stage.port)
  const refused = await connection.ask(upload(stage.probe.member, at), { keepBody: true })
  if (refused.status < 500) wrong.push(`an upload onto a full disk answers ${refused.status}`)
  if (!await writes(stage)) wrong.push('a vote fails while the disk of the media is full')
  await Bun.sleep(1_000)
  await rm(filler)
  const begun = performance.now()
  let status = 0
  while (status !== 201 && performance.now() - begun < LIMIT) status = (await connection.ask(upload(stage.probe.member, at + 1))).status
  connection.close()
  if (status !== 201) wrong.push(`an upload after the disk was full answers ${status}`)
  return { seconds: (performance.now() - begun) / 1_000, wrong }
}

/** Stops the mail server while mails are asked for; they arrive once it is back. */
export async function stopMail(stage: Stage): Promise<Outcome> {
  stage.mail.stop()
  await Bun.sleep(3_000)
  const stillWrites = await writes(stage)
  stage.mail.start()
  const begun = performance.now()
  while (performance.now() - begun < LIMIT) {
    const [row] = await stage.sql<{ waiting: number }[]>`select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'send_mail' and attempts > 0 and locked_at is null`
    if (row!.waiting === 0) break
    await Bun.sleep(50)
  }
  const wrong = stillWrites ? [] : ['a vote fails while the mail server is away']
  return { seconds: (performance.now() - begun) / 1_000, wrong }
}

/** The provider of the bot takes requests and never answers: the bot gives up in its time, and nobody else notices. */
export async function stallProvider(stage: Stage): Promise<Outcome> {
  const wrong: string[] = []
  const [before] = await stage.sql<{ count: number }[]>`select count(*)::int as count from comment join "user" u on u.id = comment.author_id where u.is_bot`
  const connection = new Connection(stage.port)
  const begun = performance.now()
  const asked = connection.ask(requestBytes('/api/bot/respond-to-comment', { method: 'POST', headers: { 'x-admin-password': ADMIN_PASSWORD }, json: { comment_id: stage.probe.comment } }), { keepBody: true })
  await Bun.sleep(1_000)
  const from = performance.now()
  if (!await writes(stage)) wrong.push('a vote fails while the provider stalls')
  const took = performance.now() - from
  const { status, body } = await asked
  connection.close()
  const seconds = (performance.now() - begun) / 1_000
  if (status < 500) wrong.push(`the bot answers ${status} ${body?.toString().slice(0, 100)}`)
  if (seconds > 40) wrong.push(`the bot took ${seconds.toFixed(0)} s to give up`)
  const [after] = await stage.sql<{ count: number }[]>`select count(*)::int as count from comment join "user" u on u.id = comment.author_id where u.is_bot`
  if (after!.count !== before!.count) wrong.push('a stalled answer left a comment')
  return { seconds: took / 1_000, wrong }
}

/** Cuts connections in the middle of uploads and of answers; nothing of them stays. */
export async function cutConnections(stage: Stage, at: number): Promise<Outcome> {
  const begun = performance.now()
  const folder = join(stage.dataDir, 'incoming')
  const left = async () => (await Array.fromAsync(new Bun.Glob('**').scan({ cwd: folder, onlyFiles: true })).catch(() => [])).length
  // What a killed server was just receiving stays for a day; what this one receives must go at once.
  const before = await left()
  await Promise.all(Array.from({ length: 20 }, async (_, index) => {
    const connection = new Connection(stage.port)
    const request = index % 2 ? upload(stage.probe.member, at * 20 + index) : requestBytes(`/post/${stage.probe.post}?cut=${at}-${index}`)
    const asked = connection.ask(index % 2 ? request.subarray(0, Math.floor(request.byteLength / 2)) : request)
    await Bun.sleep(index % 2 ? 50 : Math.random() * 10)
    connection.cut()
    await Promise.race([asked, Bun.sleep(1_000)])
  }))
  await untilWrites(stage)
  const seconds = (performance.now() - begun) / 1_000
  for (let tries = 0; tries < 100 && await left() > before; tries += 1) await Bun.sleep(50)
  return { seconds, wrong: await left() > before ? [`${await left() - before} files of broken uploads stay`] : [] }
}

/** Open file descriptors of the server, or null where the system does not tell. */
export function openFiles(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return null
  }
}

