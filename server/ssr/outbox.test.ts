import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { enqueue, sendAll, thingOf, type OutboxStorage, type Queued, type Session } from '#site/offline/outbox.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { comment } from '#server/features/comments/table.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1000000' })
const [anna, marek] = [await createUser(t.db, { trust_level: 2 }), await createUser(t.db, { trust_level: 2 })]
const garden = await createCategory(t.db, { creator: anna })
await joinCategory(t.db, marek, garden)
const thread = await createPost(t.db, { author: anna, category: garden })
const locked = await createPost(t.db, { author: anna, category: garden })
await (await t.as(anna)).moderation.lock({ post_id: locked.id, locked: true })
const tokens = new Map([
  [String(anna.id), await t.bearerOf(anna)],
  [String(marek.id), await t.bearerOf(marek)],
])

/** How many generated sessions; the drill runs more. */
const SESSIONS = Number(process.env.OUTBOX_SESSIONS ?? 100)

function memoryStorage(): OutboxStorage {
  const actions = new Map<string, string>()
  return {
    list: async (account) =>
      [...actions.values()].map((json) => JSON.parse(json) as Queued).filter((action) => action.account === account),
    put: async (action) => void actions.set(action.id, JSON.stringify(action)),
    remove: async (id) => void actions.delete(id),
  }
}

let number = 0
function actionOf(account: string, call: string, input: Record<string, unknown>, base: string | null = null): Queued {
  const { post_id, comment_id, ...rest } = input
  const url =
    { 'votes.post': `/api/votes/${post_id}`, 'comments.edit': `/api/comments/${comment_id}` }[call] ?? '/api/comments'
  return {
    id: crypto.randomUUID(),
    account,
    number: ++number,
    call,
    thing: thingOf(call, input),
    method: call === 'comments.edit' ? 'PATCH' : 'POST',
    url,
    input: call === 'comments.create' ? input : rest,
    base,
    queued_at: new Date().toISOString(),
    state: 'waiting',
    reason: null,
  }
}

const direct = async (url: string, init: RequestInit) => t.request(url, init)
const sessionOf = (account: string | null): Session | null =>
  account === null ? null : { account, token: tokens.get(account)! }
const send = (storage: OutboxStorage, account: string | null, fetch: typeof direct = direct, now = Date.now) =>
  sendAll({ storage, fetch, session: async () => sessionOf(account), now })

const [her, his] = [String(anna.id), String(marek.id)]
const withText = (content: string) => t.db.select().from(comment).where(eq(comment.content, content))

class Killed extends Error {}

/** A small deterministic generator, so that a failing session can be run again. */
function randomOf(seed: number) {
  let state = seed + 1
  return (below: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 12)) >>> 0) % below
  }
}

describe('OUT-2 sending once and in order', () => {
  test('OUT-2 queued actions arrive once, in order and from their own account despite cut lines', async () => {
    for (let seed = 0; seed < SESSIONS; seed++) {
      const random = randomOf(seed)
      const storage = memoryStorage()
      const wanted = new Map<string, string[]>([
        [her, []],
        [his, []],
      ])
      let account = random(2) === 0 ? her : his
      let shift = 0
      const faulty: typeof direct = async (url, init) => {
        const fault = random(8)
        if (fault === 0) throw new TypeError('The network was cut before the request')
        const answer = await direct(url, init)
        if (fault === 1) throw new TypeError('The network was cut before the answer')
        if (fault === 2) throw new Killed('The tab was killed')
        if (fault === 3) return new Response('', { status: 503 })
        if (fault === 4) return new Response('', { status: answer.status })
        return answer
      }
      for (let step = 0; step < 12; step++) {
        const what = random(6)
        if (what === 0) account = account === her ? his : her
        else if (what === 1) shift = (random(41) - 20) * 86_400_000
        else if (what < 4) {
          const content = `sesja ${seed} krok ${step}`
          wanted.get(account)!.push(content)
          await enqueue(storage, actionOf(account, 'comments.create', { post_id: thread.id, content }))
        } else
          await send(storage, account, faulty, () => Date.now() + shift).catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error
          })
      }
      for (const owner of [her, his]) expect(await send(storage, owner)).toBe('sent')
      for (const [owner, contents] of wanted) {
        const rows = await t.db
          .select({ content: comment.content })
          .from(comment)
          .where(and(eq(comment.author_id, Number(owner)), eq(comment.post_id, thread.id)))
          .orderBy(comment.id)
        const own = rows.map(({ content }) => content).filter((content) => content.startsWith(`sesja ${seed} `))
        expect(own).toEqual(contents)
        expect(await storage.list(owner)).toEqual([])
      }
    }
  }, 600_000)

  test('OUT-2 a later vote replaces an unsent earlier one, so that one call is made', async () => {
    const storage = memoryStorage()
    for (const value of [1, 0, -1]) await enqueue(storage, actionOf(his, 'votes.post', { post_id: thread.id, value }))
    let requests = 0
    await send(storage, his, (url, init) => {
      requests += 1
      return direct(url, init)
    })
    expect(requests).toBe(1)
  })
})

describe('OUT-3 conflicts', () => {
  test('OUT-3 a refusal is shown with its reason, the text stays, and other things are sent', async () => {
    const storage = memoryStorage()
    await enqueue(storage, actionOf(his, 'comments.create', { post_id: locked.id, content: 'Za późno' }))
    await enqueue(storage, actionOf(his, 'comments.create', { post_id: thread.id, content: 'Na czas' }))
    expect(await send(storage, his)).toBe('waits')
    const [left, ...more] = await storage.list(his)
    expect([left!.state, left!.reason!.code, left!.input.content, more.length]).toEqual([
      'refused',
      'locked',
      'Za późno',
      0,
    ])
    expect(left!.reason!.detail!.length).toBeGreaterThan(5)
    expect(await withText('Na czas')).toHaveLength(1)
  })

  test('OUT-3 an edit of a text that changed meanwhile shows both versions, and is sent only when chosen', async () => {
    const storage = memoryStorage()
    const api = await t.as(marek)
    const made = await api.comments.create({ post_id: thread.id, content: 'Pierwszy' })
    const edit = actionOf(his, 'comments.edit', { comment_id: made.id, content: 'Mój' }, 'Pierwszy')
    await enqueue(storage, edit)
    await api.comments.edit({ comment_id: made.id, content: 'Z innego urządzenia' })
    await send(storage, his)
    const [left] = await storage.list(his)
    expect([left!.reason!.code, left!.reason!.current_text, left!.input.content]).toEqual([
      'edited_since',
      'Z innego urządzenia',
      'Mój',
    ])
    await storage.put({ ...left!, base: left!.reason!.current_text!, state: 'waiting', reason: null })
    expect(await send(storage, his)).toBe('sent')
    expect(await withText('Mój')).toHaveLength(1)
  })

  test('OUT-3 a limit waits until its time and is then sent by itself', async () => {
    const storage = memoryStorage()
    await enqueue(storage, actionOf(his, 'comments.create', { post_id: thread.id, content: 'Po limicie' }))
    const limited: typeof direct = async () => new Response('{}', { status: 429, headers: { 'retry-after': '90' } })
    expect(await send(storage, his, limited)).toBe('waits')
    expect((await storage.list(his))[0]).toMatchObject({ state: 'waiting', reason: { status: 429 } })
    await send(storage, his)
    expect(await withText('Po limicie')).toHaveLength(0)
    expect(await send(storage, his, direct, () => Date.now() + 91_000)).toBe('sent')
    expect(await withText('Po limicie')).toHaveLength(1)
  })

  test('OUT-3 queued actions stay when the session has ended', async () => {
    const storage = memoryStorage()
    await enqueue(storage, actionOf(his, 'comments.create', { post_id: thread.id, content: 'Bez sesji' }))
    const ended: typeof direct = async () => new Response('{}', { status: 401 })
    expect(await send(storage, his, ended)).toBe('signed-out')
    expect((await storage.list(his)).map(({ state }) => state)).toEqual(['waiting'])
    expect(await send(storage, his)).toBe('sent')
  })
})

describe('OUT-4 accounts', () => {
  test('OUT-4 another account on the same browser neither sees nor sends what waits', async () => {
    const storage = memoryStorage()
    await enqueue(storage, actionOf(his, 'comments.create', { post_id: thread.id, content: 'Moje' }))
    expect(await storage.list(her)).toEqual([])
    expect(await send(storage, her)).toBe('sent')
    expect(await send(storage, null)).toBe('signed-out')
    expect(await withText('Moje')).toHaveLength(0)
    await send(storage, his)
    expect((await withText('Moje')).map(({ author_id }) => author_id)).toEqual([marek.id])
  })
})
