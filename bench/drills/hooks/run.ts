import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#server/lib/free-port.ts'
import { ADMIN_PASSWORD, openForum, spawnServer, untilAnswers, type Started } from '../../fixture.ts'
import { newestPosts, signInMembers, type Member } from '../members.ts'

const SIZES = { users: 2_000, categories: 20, posts: 1_000, comments: 2_000, votes: 2_000 }
const WRITERS = 8
const EDITS = 3
const CALM_MS = 15_000
const BETWEEN_KILLS_MS = 1_500
const LAST_WAIT_MS = 240_000

type Receipt = { id: string; at: number; type: string; comment: number; happened: number }

export type HooksResult = {
  kills: number
  comments: number
  edits: number
  events: number
  received: number
  repeated: number
  p50: number
  p99: number
  wrong: string[]
}

type Options = { home: string; kills: number; print: (line: string) => void }

type Written = { edits: number }

async function spawnReceiver(port: number, file: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'receiver.ts'), String(port), file], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  await reader.read()
  reader.releaseLock()
  return child
}

async function readReceipts(file: string): Promise<Receipt[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => {
      const { id, at, body } = JSON.parse(line) as {
        id: string
        at: number
        body: { type: string; timestamp: string; data: { comment: { id: number } } }
      }
      return { id, at, type: body.type, comment: body.data.comment.id, happened: Date.parse(body.timestamp) }
    })
}

export async function runHooks({ home, kills, print }: Options): Promise<HooksResult> {
  const dataDir = join(home, 'forum')
  const file = join(home, 'received.jsonl')
  await rm(home, { recursive: true, force: true })
  const forum = await openForum(dataDir, SIZES, print)
  const members = await signInMembers(forum.sql, WRITERS)
  const posts = await newestPosts(forum.sql, 100)
  const options = { dataDir, settings: { PUSH_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' } }
  const receiverPort = await freePort()
  let receiver = await spawnReceiver(receiverPort, file)
  let server: Started = await spawnServer(options)
  const { port } = server
  await untilAnswers(server)
  await forum.sql.end({ timeout: 1 })
  await forum.embedded.stop()
  await addHook(port, `http://127.0.0.1:${receiverPort}/hook`)

  const written = new Map<number, Written>()
  let isWriting = true
  const writers = members.slice(0, WRITERS).map((member) => keepWriting(member))

  async function keepWriting(member: Member): Promise<void> {
    for (let at = 0; isWriting; at += 1) {
      const post_id = posts[(member.id + at) % posts.length]!
      const made = await call(port, member, 'POST', '/api/comments', { post_id, content: `${member.id} ${at}` })
      if (!made) continue
      const one = { edits: 0 }
      written.set(made.id, one)
      for (let edit = 0; edit < EDITS && isWriting; edit += 1) {
        const text = { content: `${member.id} ${at} ${edit} ${crypto.randomUUID()}` }
        if (await call(port, member, 'PATCH', `/api/comments/${made.id}`, text)) one.edits += 1
      }
      await Bun.sleep(50)
    }
  }

  try {
    await Bun.sleep(CALM_MS)
    const calm = (await readReceipts(file)).map(({ at, happened }) => at - happened).sort((a, b) => a - b)
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % 2 === 0) {
        server.child.kill('SIGKILL')
        await server.stop()
        server = await spawnServer({ ...options, port })
        await untilAnswers(server)
      } else {
        receiver.kill('SIGKILL')
        await receiver.exited
        await Bun.sleep(Math.random() * 1_000)
        receiver = await spawnReceiver(receiverPort, file)
      }
      await Bun.sleep(Math.random() * BETWEEN_KILLS_MS)
      if (kill % 10 === 9) print(`${kill + 1} of ${kills} kills`)
    }
    isWriting = false
    await Promise.all(writers)
    const wrong = await untilComplete(file, written)
    const receipts = await readReceipts(file)
    const ids = new Set(receipts.map(({ id }) => id))
    return {
      kills,
      comments: written.size,
      edits: [...written.values()].reduce((sum, { edits }) => sum + edits, 0),
      events: ids.size,
      received: receipts.length,
      repeated: receipts.length - ids.size,
      p50: calm[Math.floor(calm.length / 2)] ?? Number.NaN,
      p99: calm[Math.floor(calm.length * 0.99)] ?? Number.NaN,
      wrong: [...wrong, ...outOfOrder(receipts)],
    }
  } finally {
    isWriting = false
    receiver.kill('SIGKILL')
    await server.stop()
  }
}

/** Null means no response: the change may have been made, but is not acknowledged. */
async function call(port: number, member: Member, method: string, path: string, body: object) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { host: 'localhost', authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.ok ? ((await answer.json()) as { id: number }) : null
  } catch {
    await Bun.sleep(20)
    return null
  }
}

async function addHook(port: number, url: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/hooks`, {
    method: 'POST',
    headers: { host: 'localhost', 'x-admin-password': ADMIN_PASSWORD, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['comment.created', 'comment.edited'], category_id: null }),
  })
  if (answer.status !== 201) throw new Error(`The hook was not added: ${await answer.text()}`)
}

/** Returns the deliveries that have not arrived when the time is over. */
async function untilComplete(file: string, written: Map<number, Written>): Promise<string[]> {
  const endsAt = Date.now() + LAST_WAIT_MS
  for (;;) {
    const lost = missing(await readReceipts(file), written)
    if (lost.length === 0 || Date.now() > endsAt) return lost
    await Bun.sleep(1_000)
  }
}

function missing(receipts: Receipt[], written: Map<number, Written>): string[] {
  const byComment = Map.groupBy(receipts, ({ comment }) => comment)
  return [...written].flatMap(([comment, { edits }]) => {
    const own = byComment.get(comment) ?? []
    const edited = new Set(own.filter(({ type }) => type === 'comment.edited').map(({ id }) => id)).size
    const isCreated = own.some(({ type }) => type === 'comment.created')
    return isCreated && edited >= edits ? [] : [`comment ${comment}: created ${isCreated}, ${edited} of ${edits} edits`]
  })
}

/** An event may arrive repeatedly until the next event arrives, so only earlier events are out of order. */
function outOfOrder(receipts: Receipt[]): string[] {
  const wrong: string[] = []
  for (const [comment, own] of Map.groupBy(receipts, (receipt) => receipt.comment)) {
    const late = own.find(({ happened }, at) => at > 0 && happened < own[at - 1]!.happened)
    if (late || own[0]!.type !== 'comment.created') wrong.push(`comment ${comment}: ${late?.id ?? 'edited first'}`)
  }
  return wrong
}
