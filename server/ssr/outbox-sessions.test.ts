import { expect, test } from 'bun:test'
import { and, eq, like, sql } from 'drizzle-orm'
import { enqueue, sendAll, type OutboxStorage, type Session } from '#site/offline/outbox.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { comment } from '#server/features/comments/table.ts'
import { post } from '#server/features/posts/table.ts'
import { actionOf, createMemoryStorage } from './testing/outbox.ts'

const SESSIONS = Number(process.env.OUTBOX_SESSIONS ?? 30)
const DAY_MS = 86_400_000

const t = await createTestApp({ RATE_LIMIT_SCALE: '1000000' })
const [anna, marek, staff] = await Promise.all([1, 2, 3].map(() => createUser(t.db, { trust_level: 2 })))
const [garden, strict] = [
  await createCategory(t.db, { creator: staff }),
  await createCategory(t.db, { creator: staff, name: 'surowa' }),
]
const [thread, voted] = [
  await createPost(t.db, { author: staff, category: garden }),
  await createPost(t.db, { author: staff, category: garden }),
]
const [her, his] = [String(anna!.id), String(marek!.id)]
const members = new Map([
  [her, anna!],
  [his, marek!],
])
const tokens = new Map([
  [her, await t.bearerOf(anna!)],
  [his, await t.bearerOf(marek!)],
])
const conflicts = await createConflicts()

type Conflict = { code: string; call: string; input: Record<string, unknown>; base?: string }

/** Actions of each account that the server refuses, because of a lock, a removal, a ban, an edit or a closed poll. */
async function createConflicts(): Promise<Map<string, Conflict[]>> {
  const mod = await t.as(staff!)
  const [locked, removed, inStrict] = [
    await createPost(t.db, { author: staff, category: garden }),
    await createPost(t.db, { author: staff, category: garden }),
    await createPost(t.db, { author: staff, category: strict }),
  ]
  const poll = await mod.posts.create({
    title: 'Zamknięta ankieta',
    category_id: garden.id,
    poll: { options: ['Dynie', 'Fasola'], hours: 24 },
    elapsed_ms: 60_000,
  })
  const found = new Map<string, Conflict[]>()
  for (const [account, member] of members) {
    for (const category of [garden, strict]) await joinCategory(t.db, member, category)
    const own = await (await t.as(member)).comments.create({ post_id: thread.id, content: 'Z innego urządzenia' })
    const content = 'Tekst, który zostaje'
    found.set(account, [
      { code: 'locked', call: 'comments.create', input: { post_id: locked.id, content } },
      { code: 'removed', call: 'comments.create', input: { post_id: removed.id, content } },
      { code: 'banned', call: 'comments.create', input: { post_id: inStrict.id, content } },
      { code: 'edited_since', call: 'comments.edit', input: { comment_id: own.id, content }, base: 'Dawny tekst' },
      { code: 'closed', call: 'polls.vote', input: { post_id: poll.id, option_id: poll.poll!.options[0]!.id } },
    ])
    await mod.moderation.ban({ user_id: member.id, category_id: strict.id, reason_code: 'spam' })
  }
  await mod.moderation.lock({ post_id: locked.id, locked: true })
  await mod.moderation.remove({ post_id: removed.id, reason_code: 'spam' })
  await t.db
    .update(post)
    .set({ poll_closes_at: new Date(Date.now() - DAY_MS) })
    .where(eq(post.id, poll.id))
  return found
}

const direct = async (url: string, init: RequestInit) => t.request(url, init)
const sessionOf = (account: string): Session => ({ account, token: tokens.get(account)! })

class Killed extends Error {}

/** A failing session can be repeated by its seed. */
function randomOf(seed: number) {
  let state = seed + 1
  return (below: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 12)) >>> 0) % below
  }
}
type Random = ReturnType<typeof randomOf>

const FAULTS = {
  'cut before the request': 0,
  'cut after the request': 0,
  'cut within the answer': 0,
  'browser killed while sending': 0,
  'browser killed while storing': 0,
  'server gone': 0,
  'server killed': 0,
  limit: 0,
  'account changed': 0,
  'clock moved': 0,
}
const note = (fault: keyof typeof FAULTS): string => {
  FAULTS[fault] += 1
  return fault
}

/** Aborts all statements like a crash of the server, and waits until the database answers again. */
async function killServer(): Promise<void> {
  const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query !~* '^listen'`
  await t.db.execute(ended).catch(() => {})
  while (!(await t.db.execute(sql`select 1`).catch(() => null))) await Bun.sleep(1)
}

function faultySurroundings(random: Random, storage: OutboxStorage) {
  const fetch: typeof direct = async (url, init) => {
    const chance = random(200)
    if (chance < 15) throw new TypeError(note('cut before the request'))
    if (chance < 30 && note('server gone')) return new Response('', { status: 502 })
    if (chance < 40 && note('limit')) return new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
    if (chance < 43) {
      const answer = direct(url, init).catch(() => null)
      await Bun.sleep(random(6))
      await killServer()
      await answer
      throw new TypeError(note('server killed'))
    }
    const answer = await direct(url, init)
    if (chance < 58) throw new TypeError(note('cut after the request'))
    if (chance < 73) throw new Killed(note('browser killed while sending'))
    const text = await answer.text()
    const head = { status: answer.status, headers: answer.headers }
    if (chance > 103) return new Response(text, head)
    const at = random(text.length + 1)
    note('cut within the answer')
    // Half of the truncated responses end as if they were complete, which happens behind some proxies.
    if (chance < 88) return new Response(text.slice(0, at), head)
    return { ...head, text: () => Promise.reject(new TypeError(`cut at byte ${at}`)) } as unknown as Response
  }
  const mayDie = <A extends unknown[], R>(run: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      const chance = random(40)
      if (chance === 0) throw new Killed(note('browser killed while storing'))
      const result = await run(...args)
      if (chance === 1) throw new Killed(note('browser killed while storing'))
      return result
    }
  }
  return { fetch, storage: { ...storage, put: mayDie(storage.put), remove: mayDie(storage.remove) } }
}

/** All that the members wrote or changed must have reached the server at the end of the test. */
class Expected {
  comments: string[] = []
  vote: number | null = null
  conflicts = new Set<Conflict>()
}

const edited = new Map<string, { id: number; text: string }>()
for (const [account, member] of members) {
  const made = await (await t.as(member)).comments.create({ post_id: thread.id, content: `Zmieniany przez ${account}` })
  edited.set(account, { id: made.id, text: made.content })
}

async function queueOne(random: Random, storage: OutboxStorage, account: string, expected: Expected, name: string) {
  const what = random(8)
  if (what < 3) {
    expected.comments.push(name)
    return enqueue(storage, actionOf(account, 'comments.create', { post_id: thread.id, content: name }))
  }
  if (what < 5) {
    expected.vote = random(3) - 1
    return enqueue(storage, actionOf(account, 'votes.post', { post_id: voted.id, value: expected.vote }))
  }
  if (what < 6) {
    const own = edited.get(account)!
    const edit = actionOf(account, 'comments.edit', { comment_id: own.id, content: `${name} zmiana` }, own.text)
    own.text = `${name} zmiana`
    return enqueue(storage, edit)
  }
  const conflict = conflicts.get(account)![random(5)]!
  if (expected.conflicts.has(conflict)) return
  expected.conflicts.add(conflict)
  return enqueue(storage, actionOf(account, conflict.call, conflict.input, conflict.base))
}

async function runSession(seed: number, storage: OutboxStorage): Promise<Map<string, Expected>> {
  const random = randomOf(seed)
  const faulty = faultySurroundings(random, storage)
  const expected = new Map([...members.keys()].map((account) => [account, new Expected()]))
  let account = random(2) === 0 ? her : his
  let shift = 0
  const changeAccount = () => {
    account = account === her ? his : her
    note('account changed')
  }
  for (let step = 0; step < 16; step++) {
    const what = random(8)
    if (what === 0) changeAccount()
    else if (what === 1) {
      shift = (random(41) - 20) * DAY_MS
      note('clock moved')
    } else if (what < 6) await queueOne(random, storage, account, expected.get(account)!, `sesja ${seed} krok ${step}`)
    else {
      // Simulates another tab that may switch the account while this one sends.
      const session = async () => {
        if (random(12) === 0) changeAccount()
        return sessionOf(account)
      }
      await sendAll({ ...faulty, session, now: () => Date.now() + shift }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
    }
  }
  return expected
}

const totals = { sessions: 0, actions: 0, conflicts: 0 }

async function expectArrived(seed: number, storage: OutboxStorage, account: string, expected: Expected): Promise<void> {
  // At this time every rate limit has expired, even one that was reached while the simulated clock was ahead.
  const now = () => Date.now() + 22 * DAY_MS
  const sender = { storage, fetch: direct, session: async () => sessionOf(account), now }
  // The pool may still contain connections that were terminated.
  while ((await sendAll(sender)) === 'offline') await Bun.sleep(5)
  const left = await storage.list(account)
  const refusals = left.map(({ state, reason, input }) => [state, reason?.code, input.content ?? null])
  const wanted = [...expected.conflicts].map(({ code, input }) => ['refused', code, input.content ?? null])
  expect([seed, refusals.toSorted()]).toEqual([seed, wanted.toSorted()])
  const rows = await t.db
    .select({ content: comment.content, author_id: comment.author_id })
    .from(comment)
    .where(and(like(comment.content, `sesja ${seed} krok %`), eq(comment.author_id, Number(account))))
    .orderBy(comment.id)
  const own = edited.get(account)!
  expect(rows.map(({ content }) => content).filter((content) => content !== own.text)).toEqual(expected.comments)
  const [now_] = await t.db.select().from(comment).where(eq(comment.id, own.id))
  expect([seed, now_!.content]).toEqual([seed, own.text])
  if (expected.vote !== null) {
    const seen = await (await t.as(members.get(account)!)).posts.get({ post_id: voted.id })
    expect([seed, seen.user_vote]).toEqual([seed, expected.vote])
  }
  totals.actions += expected.comments.length
  totals.conflicts += wanted.length
}

test('OUT-2 OUT-3 simulated outbox sessions send each action once, in order, and report each conflict', async () => {
  for (let seed = 0; seed < SESSIONS; seed++) {
    const storage = createMemoryStorage()
    const expected = await runSession(seed, storage)
    for (const [account, each] of expected) await expectArrived(seed, storage, account, each)
    totals.sessions += 1
    if (totals.sessions % 250 === 0) console.table({ ...totals, ...FAULTS })
  }
}, 7_200_000)
