import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { QUEUED_FILE } from '#shared/rules/queued-calls.ts'
import { enqueue, sendAll, type OutboxStorage, type QueuedFile, type Session } from '#site/offline/outbox.ts'
import { actionOf, createMemoryStorage } from './testing/outbox.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { comment } from '#server/features/comments/table.ts'
import { post } from '#server/features/posts/table.ts'

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

const files = new Map<string, QueuedFile & { account: string }>()
const memoryStorage = () => createMemoryStorage(files)

const direct = async (url: string, init: RequestInit) => t.request(url, init)
const sessionOf = (account: string | null): Session | null =>
  account === null ? null : { account, token: tokens.get(account)! }
const send = (storage: OutboxStorage, account: string | null, fetch: typeof direct = direct, now = Date.now) =>
  sendAll({ storage, fetch, session: async () => sessionOf(account), now })

const [her, his] = [String(anna.id), String(marek.id)]
const withText = (content: string) => t.db.select().from(comment).where(eq(comment.content, content))

describe('OUT-2 the outbox sends each action once and in order', () => {
  test('OUT-2 a later vote replaces an unsent one, so that only one call is made', async () => {
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

describe('OUT-3 conflicts in the outbox', () => {
  test('OUT-3 a refused action shows the reason and keeps its text; other actions are sent', async () => {
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

  test('OUT-3 an edit of a text changed by someone else shows both versions and waits for a choice', async () => {
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

  test('OUT-3 an edit is not sent while a rate limit prevents comparing it with the current text', async () => {
    const storage = memoryStorage()
    const api = await t.as(marek)
    const made = await api.comments.create({ post_id: thread.id, content: 'Stary' })
    await enqueue(storage, actionOf(his, 'comments.edit', { comment_id: made.id, content: 'Mój nowy' }, 'Stary'))
    await api.comments.edit({ comment_id: made.id, content: 'Z telefonu' })
    const limitedReads: typeof direct = async (url, init) =>
      init.method === 'GET' ? new Response('{}', { status: 429, headers: { 'retry-after': '90' } }) : direct(url, init)
    expect(await send(storage, his, limitedReads)).toBe('waits')
    expect(await withText('Z telefonu')).toHaveLength(1)
    await send(storage, his, direct, () => Date.now() + 91_000)
    expect((await storage.list(his)).map(({ reason }) => reason!.code)).toEqual(['edited_since'])
  })

  test('OUT-3 a rate-limited action waits until Retry-After has passed and is then sent', async () => {
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

  test('OUT-3 queued actions stay in the outbox after the login session has ended', async () => {
    const storage = memoryStorage()
    await enqueue(storage, actionOf(his, 'comments.create', { post_id: thread.id, content: 'Bez sesji' }))
    const ended: typeof direct = async () => new Response('{}', { status: 401 })
    expect(await send(storage, his, ended)).toBe('signed-out')
    expect((await storage.list(his)).map(({ state }) => state)).toEqual(['waiting'])
    expect(await send(storage, his)).toBe('sent')
  })
})

describe('OUT-4 several accounts in one browser', () => {
  test('OUT-4 another account in the same browser neither sees nor sends queued actions', async () => {
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

describe('pictures in the outbox', () => {
  const png = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()

  async function withPicture(title: string): Promise<{ storage: OutboxStorage; url: string }> {
    const storage = memoryStorage()
    const url = QUEUED_FILE + crypto.randomUUID()
    files.set(url, { account: his, name: 'a.png', type: 'image/png', bytes: new Uint8Array(await png()) })
    const input = { title, content: '', category_id: garden.id, images: [{ url, alt: 'Niebo' }] }
    await enqueue(storage, { ...actionOf(his, 'posts.create', input), url: '/api/posts', input })
    return { storage, url }
  }
  const postsOf = (title: string) => t.db.select().from(post).where(eq(post.title, title))

  test('OUT-2 a post with a picture is created once although the connection breaks after each response', async () => {
    const { storage, url } = await withPicture('Niebo nad tunelem')
    let cut = new Set<string>()
    const breaking: typeof direct = async (address, init) => {
      const answer = await direct(address, init)
      if (cut.has(address)) return answer
      cut = new Set([...cut, address])
      throw new TypeError('The network was cut before the answer')
    }
    expect(await send(storage, his, breaking)).toBe('offline')
    expect(await send(storage, his, breaking)).toBe('offline')
    expect(files.has(url)).toBe(false)
    expect(await send(storage, his, breaking)).toBe('sent')
    const made = await postsOf('Niebo nad tunelem')
    expect(made).toHaveLength(1)
    expect(made[0]!.image_url).toMatch(/^\/media\/i\//)
  })

  test('OUT-3 a post whose picture is refused stays in the outbox with the reason', async () => {
    const { storage, url } = await withPicture('Popsute zdjęcie')
    files.set(url, { ...files.get(url)!, bytes: new TextEncoder().encode('not a picture') })
    expect(await send(storage, his)).toBe('waits')
    const [left] = await storage.list(his)
    expect([left!.state, left!.reason!.status, left!.input.title]).toEqual(['refused', 415, 'Popsute zdjęcie'])
    expect(await postsOf('Popsute zdjęcie')).toEqual([])
  })

  test('OUT-4 a queued picture of another account is not sent', async () => {
    const { storage, url } = await withPicture('Cudze zdjęcie')
    files.set(url, { ...files.get(url)!, account: her })
    await send(storage, his)
    expect((await storage.list(his))[0]!.reason!.code).toBe('file_gone')
  })
})
