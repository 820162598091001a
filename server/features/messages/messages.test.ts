import { afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { upload } from '#server/features/uploads/table.ts'
import { createLocalApi } from '#server/http/api.ts'
import { requestCtx } from '#server/http/request.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createMessage, createUpload, createUser } from '#server/test/factories.ts'
import { maySeeMessageImage } from './queries.ts'
import { messageTasks } from './jobs.ts'
import { message } from './table.ts'

const t = await createTestApp({ MESSAGE_TTL_AFTER_READ: '24h' }, (services) => ({
  cachedPage: async () => null,
  setupRoutes: () => {},
  routes: (app) =>
    app.get('/conversation/:username', async (c) => {
      const api = createLocalApi(await requestCtx(c, services, null))
      return c.json(await api.messages.conversation({ username: c.req.param('username') }))
    }),
}))
const HOUR = 3_600_000
const at = (iso: string) => {
  t.clock.now = () => new Date(iso)
}
const expire = () => messageTasks.expire_messages(t.services, {}, new AbortController().signal)
afterEach(() => {
  t.clock.now = () => new Date()
})

async function couple() {
  const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
  return { anna, bartek, annas: await t.as(anna), barteks: await t.as(bartek) }
}

describe('sending', () => {
  test('ENT-11 API-43 sending a message returns it as unread', async () => {
    const { anna, bartek, annas } = await couple()
    at('2025-05-01T12:00:00Z')
    expect(await annas.messages.send({ recipient_id: bartek.id, content: '  Cześć!  ' })).toEqual({
      id: expect.any(Number),
      sender_username: anna.username,
      recipient_id: bartek.id,
      content: 'Cześć!',
      image_url: null,
      created_at: '2025-05-01T12:00:00.000Z',
      is_read: false,
    })
  })

  test('MSG-12 a message may have 1 to 10,000 characters', async () => {
    const { bartek, annas } = await couple()
    expect(await failure(annas.messages.send({ recipient_id: bartek.id, content: ' \n ' }))).toMatchObject({
      status: 422,
      issues: { content: expect.any(String) },
    })
    expect(await failure(annas.messages.send({ recipient_id: bartek.id, content: 'x'.repeat(10_001) }))).toMatchObject({
      status: 422,
    })
    expect((await annas.messages.send({ recipient_id: bartek.id, content: 'x'.repeat(10_000) })).content).toHaveLength(
      10_000,
    )
  })

  test('sending a message to oneself answers 422 in both languages', async () => {
    const anna = await createUser(t.db)
    const [polish, english] = [await t.as(anna), await t.as(anna, { lang: 'en' })]
    const [pl, en] = [
      await failure(polish.messages.send({ recipient_id: anna.id, content: 'Ja' })),
      await failure(english.messages.send({ recipient_id: anna.id, content: 'Me' })),
    ]
    expect(pl).toMatchObject({ status: 422, code: 'self' })
    expect(en).toMatchObject({ status: 422, code: 'self' })
    expect(pl.detail).not.toBe(en.detail)
  })

  test('sending a message to a missing or deleted member answers 404', async () => {
    const gone = await createUser(t.db, { deleted_at: new Date() })
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.messages.send({ recipient_id: gone.id, content: 'Jest tam kto?' }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect(await failure(api.messages.send({ recipient_id: 2_000_000_000, content: 'Jest tam kto?' }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test('sending a message is refused if either member blocked the other; earlier messages stay readable', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Przed kłótnią' })
    await createBlock(t.db, bartek, anna)
    expect(await failure(annas.messages.send({ recipient_id: bartek.id, content: 'Halo' }))).toMatchObject({
      status: 403,
      code: 'blocked',
    })
    expect(await failure(barteks.messages.send({ recipient_id: anna.id, content: 'Halo' }))).toMatchObject({
      status: 403,
      code: 'blocked',
    })
    expect((await annas.messages.conversation({ username: bartek.username })).messages).toMatchObject([
      { content: 'Przed kłótnią' },
    ])
  })

  test('sending a message twice with the same Idempotency-Key creates one message', async () => {
    const { bartek, annas } = await couple()
    const send = () => annas.messages.send({ recipient_id: bartek.id, content: 'Raz' }, { idempotencyKey: 'k1' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect(await t.db.$count(message, eq(message.recipient_id, bartek.id))).toBe(1)
  })

  test('only members may send messages', async () => {
    const { bartek } = await couple()
    const visitor = await t.as(null)
    expect(await failure(visitor.messages.send({ recipient_id: bartek.id, content: 'Halo' }))).toMatchObject({
      status: 401,
    })
    expect(await failure(visitor.messages.conversations())).toMatchObject({ status: 401 })
    expect(await failure(visitor.messages.conversation({ username: bartek.username }))).toMatchObject({ status: 401 })
    expect(await failure(visitor.messages.unreadCount())).toMatchObject({ status: 401 })
  })
})

describe('an image', () => {
  test('API-43 the image of a message must be an unused upload for messages by the sender', async () => {
    const { anna, bartek, annas } = await couple()
    const own = await createUpload(t.db, { user: anna, kind: 'message_image' })
    const foreign = await createUpload(t.db, { user: bartek, kind: 'message_image' })
    const forPosts = await createUpload(t.db, { user: anna, kind: 'image' })
    const send = (image_url: string) =>
      annas.messages.send({ recipient_id: bartek.id, content: '📷 Zdjęcie', image_url })
    expect(await send(own.url)).toMatchObject({ image_url: own.url })
    expect(await failure(send(own.url))).toMatchObject({ status: 422, issues: { image_url: expect.any(String) } })
    expect(await failure(send(foreign.url))).toMatchObject({ status: 422, issues: { image_url: expect.any(String) } })
    expect(await failure(send(forPosts.url))).toMatchObject({ status: 422 })
    expect(await failure(send('https://example.org/x.png'))).toMatchObject({ status: 422 })
  })

  test('the image of a message is visible only to both participants, and is deleted with the message', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    const stranger = await createUser(t.db)
    const { url } = await createUpload(t.db, { user: anna, kind: 'message_image' })
    await annas.messages.send({ recipient_id: bartek.id, content: 'Patrz', image_url: url })
    const maySee = (userId: number) =>
      maySeeMessageImage(t.db, userId, url, { now: t.clock.now(), ttl: t.config.messageTtlAfterRead })
    expect(await maySee(anna.id)).toBe(true)
    expect(await maySee(bartek.id)).toBe(true)
    expect(await maySee(stranger.id)).toBe(false)

    await barteks.messages.conversation({ username: anna.username })
    const later = new Date(Date.now() + 25 * HOUR)
    t.clock.now = () => later
    expect(await maySee(anna.id)).toBe(false)
    await expire()
    const [image] = await t.db.select().from(upload).where(eq(upload.url, url))
    expect(image!.deleted_at).toEqual(later)
  })
})

describe('a conversation', () => {
  test("API-42 a conversation has the other member's name and pages of messages, the latest page first", async () => {
    const { anna, bartek, annas } = await couple()
    const said = [
      await createMessage(t.db, anna, bartek, { content: '1' }),
      await createMessage(t.db, bartek, anna, { content: '2' }),
      await createMessage(t.db, anna, bartek, { content: '3' }),
    ]
    const latest = await annas.messages.conversation({ username: bartek.username.toUpperCase(), limit: 2 })
    expect(latest.other_user).toEqual({
      id: bartek.id,
      username: bartek.username,
      karma: 0,
      is_unclaimed: false,
      is_admin: false,
      avatar_url: null,
    })
    expect(latest.messages).toMatchObject([
      { content: '2', sender_username: bartek.username },
      { content: '3', sender_username: anna.username },
    ])
    const earlier = await annas.messages.conversation({ username: bartek.username, limit: 2, before: said[1]!.id })
    expect(earlier.messages).toMatchObject([{ content: '1' }])
  })

  test('a conversation does not contain messages with third members', async () => {
    const { anna, bartek, annas } = await couple()
    const celina = await createUser(t.db)
    await createMessage(t.db, bartek, celina, { content: 'Tajne' })
    await createMessage(t.db, celina, anna, { content: 'Do Anny' })
    expect((await annas.messages.conversation({ username: bartek.username })).messages).toEqual([])
    expect(await annas.messages.conversations()).toMatchObject([{ other_username: celina.username, total_messages: 1 }])
  })

  test('a conversation with a missing or deleted member answers 404', async () => {
    const { anna, annas } = await couple()
    const gone = await createUser(t.db, { deleted_at: new Date() })
    await createMessage(t.db, gone, anna)
    expect(await failure(annas.messages.conversation({ username: gone.username }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect(await failure(annas.messages.conversation({ username: 'nie ma\0takiej' }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect(await annas.messages.conversations()).toEqual([])
    expect(await annas.messages.unreadCount()).toEqual({ unread_count: 0 })
  })
})

describe('reading', () => {
  test('reading a conversation marks only the returned messages as read, and only for the recipient', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await createMessage(t.db, anna, bartek, { content: 'stara' })
    await createMessage(t.db, anna, bartek, { content: 'nowa' })
    await createMessage(t.db, bartek, anna, { content: 'odpowiedź' })
    await annas.messages.conversation({ username: bartek.username })
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 2 })
    await barteks.messages.conversation({ username: anna.username, limit: 2 })
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 1 })
    const { messages } = await annas.messages.conversation({ username: bartek.username })
    expect(messages.map(({ content, is_read }) => [content, is_read])).toEqual([
      ['stara', false],
      ['nowa', true],
      ['odpowiedź', true],
    ])
  })

  test('API-42 reading a conversation with `peek` marks nothing as read', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Jesteś?' })
    expect((await barteks.messages.conversation({ username: anna.username, peek: true })).messages).toMatchObject([
      { is_read: false },
    ])
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 1 })
  })

  test('MSG-14 API-42 reading a conversation with a session cookie alone marks nothing as read', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Jesteś?' })
    const answer = await t.request(`/api/messages/conversation/${anna.username}`, {
      headers: { cookie: `session=${await t.bearerOf(bartek)}` },
    })
    expect(await answer.json()).toMatchObject({ messages: [{ content: 'Jesteś?', is_read: false }] })
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 1 })
  })

  test('server-side rendering marks no message as read, even with a bearer token', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Jesteś?' })
    const answer = await t.request(`/conversation/${anna.username}`, {
      headers: { authorization: `Bearer ${await t.bearerOf(bartek)}` },
    })
    expect(await answer.json()).toMatchObject({ messages: [{ content: 'Jesteś?', is_read: false }] })
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 1 })
  })

  test('concurrent reads in several windows mark each message as read once', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => annas.messages.send({ recipient_id: bartek.id, content: `${n}` })),
    )
    await Promise.all(Array.from({ length: 6 }, () => barteks.messages.conversation({ username: anna.username })))
    expect(await barteks.messages.unreadCountShort()).toEqual({ count: 0 })
  })
})

describe('the summaries of conversations', () => {
  test('ENT-12 API-40 the list of conversations has the last message and the message counts of each', async () => {
    const { anna, bartek, annas } = await couple()
    const celina = await createUser(t.db)
    await createMessage(t.db, anna, bartek, { content: 'do Bartka' })
    await createMessage(t.db, bartek, anna, { content: 'od Bartka', read_at: new Date() })
    await createMessage(t.db, celina, anna, { content: 'od Celiny', created_at: new Date('2025-12-01T10:00:00Z') })
    t.clock.now = () => new Date('2025-12-01T11:00:00Z')
    expect(await annas.messages.conversations()).toEqual([
      {
        other_user_id: celina.id,
        other_username: celina.username,
        other_avatar_url: null,
        unread_count: 1,
        total_messages: 1,
        last_message: {
          content: 'od Celiny',
          sender_username: celina.username,
          created_at: '2025-12-01T10:00:00.000Z',
        },
      },
      {
        other_user_id: bartek.id,
        other_username: bartek.username,
        other_avatar_url: null,
        unread_count: 0,
        total_messages: 2,
        last_message: { content: 'od Bartka', sender_username: bartek.username, created_at: expect.any(String) },
      },
    ])
    expect(await annas.messages.conversations({ limit: 1, offset: 1 })).toMatchObject([
      { other_username: bartek.username },
    ])
  })

  test('ENT-16 API-41 two calls return the number of unread messages, in differently named fields', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await createMessage(t.db, bartek, anna)
    await createMessage(t.db, bartek, anna)
    expect(await annas.messages.unreadCount()).toEqual({ unread_count: 2 })
    expect(await annas.messages.unreadCountShort()).toEqual({ count: 2 })
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 0 })
  })
})

describe('messages that disappear', () => {
  test('a read message disappears for both members after its lifetime, even before a job deletes it', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    at('2025-05-01T12:00:00Z')
    await annas.messages.send({ recipient_id: bartek.id, content: 'Przeczytaj i spal' })
    at('2025-05-01T13:00:00Z')
    await barteks.messages.conversation({ username: anna.username })
    at('2025-05-02T12:59:59Z')
    expect((await annas.messages.conversation({ username: bartek.username })).messages).toHaveLength(1)
    at('2025-05-02T13:00:00Z')
    expect((await annas.messages.conversation({ username: bartek.username })).messages).toEqual([])
    expect((await barteks.messages.conversation({ username: anna.username })).messages).toEqual([])
    expect(await annas.messages.conversations()).toEqual([])
    expect(await barteks.messages.conversations()).toEqual([])
    expect(await t.db.$count(message, eq(message.sender_id, anna.id))).toBe(1)
    await expire()
    expect(await t.db.$count(message, eq(message.sender_id, anna.id))).toBe(0)
  })

  test('an unread message disappears after 365 days, also from the counts of unread messages', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await createMessage(t.db, anna, bartek, { created_at: new Date('2024-01-01T00:00:00Z') })
    at('2024-12-30T23:59:59Z')
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 1 })
    at('2024-12-31T00:00:00Z')
    expect(await barteks.messages.unreadCount()).toEqual({ unread_count: 0 })
    expect(await annas.messages.conversations()).toEqual([])
    await expire()
    expect(await t.db.$count(message, eq(message.sender_id, anna.id))).toBe(0)
  })

  test('expired read messages disappear without affecting unread ones, however many expire', async () => {
    const { anna, bartek, barteks } = await couple()
    const old = new Date(Date.now() - 48 * HOUR)
    const gone = Array.from({ length: 1200 }, () => ({
      sender_id: anna.id,
      recipient_id: bartek.id,
      content: 'stara',
      read_at: old,
    }))
    await t.db.insert(message).values(gone)
    await createMessage(t.db, anna, bartek, { content: 'nieprzeczytana', created_at: old })
    await createMessage(t.db, anna, bartek, { content: 'świeżo przeczytana', read_at: new Date() })
    expect(await barteks.messages.conversations()).toMatchObject([{ total_messages: 2, unread_count: 1 }])
    await expire()
    expect(await t.db.$count(message, eq(message.sender_id, anna.id))).toBe(2)
  })
})
