import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { addJob } from '#server/jobs/add.ts'
import { categoryModerator } from '#server/features/moderation/tables.ts'
import { notification } from '#server/features/notifications/table.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { readEvents } from '#server/test/event-stream.ts'
import { runJobs } from '#server/test/jobs.ts'
import { modmailMessage, modmailThread } from './table.ts'

const t = await createTestApp({ ADULT_HOST: 'dorosli.localhost' })
/** An app with the same rate limits as in production. */
const limited = await createTestApp({ RATE_LIMIT_SCALE: '1' })
const staff = await t.as(null, { admin: ADMIN_PASSWORD })

afterAll(() => t.services.events.close())

async function scene(on = t) {
  const [creator, second, member, stranger] = [
    await createUser(on.db),
    await createUser(on.db),
    await createUser(on.db),
    await createUser(on.db),
  ]
  const home = await createCategory(on.db, { creator })
  await on.db.insert(categoryModerator).values({ category_id: home.id, user_id: second.id }).onConflictDoNothing()
  await joinCategory(on.db, member, home)
  return {
    home,
    people: { creator, second, member, stranger },
    mod: await on.as(creator, { lang: 'en' }),
    other: await on.as(second),
    api: await on.as(member),
    outsider: await on.as(stranger),
  }
}

type Scene = Awaited<ReturnType<typeof scene>>

const write = async ({ api, home }: Scene, text = 'Dlaczego mój post **zniknął**?') =>
  (await api.modmail.start({ category_id: home.id, subject: 'Mój post', text })).thread

const everything = (answer: unknown) => JSON.stringify(answer)

describe('writing mod mail', () => {
  test('MAIL-1 a member can write to the moderators of a community, who find it in mod mail and queue', async () => {
    const s = await scene()
    const thread = await write(s)
    expect(thread).toMatchObject({
      category: { id: s.home.id },
      subject: 'Mój post',
      state: 'open',
      member: { id: s.people.member.id, username: s.people.member.username },
      last_message: { text: 'Dlaczego mój post zniknął?', is_staff: false },
      unread: false,
      is_own: true,
      claimed_by: null,
    })
    const one = { thread_id: thread.id }
    for (const api of [s.mod, s.other, staff]) {
      expect(await api.modmail.list({ box: 'staff', category_id: s.home.id })).toMatchObject({
        threads: [{ id: thread.id, unread: true, is_own: false }],
        unread_count: 1,
        next_cursor: null,
      })
      expect((await api.queue.list({ kind: 'mail', category_id: s.home.id })).items).toMatchObject([
        {
          kind: 'mail',
          modmail_id: thread.id,
          target: {
            type: 'user',
            title: 'Mój post',
            excerpt: 'Dlaczego mój post zniknął?',
            url: `/modmail/${thread.id}`,
          },
          author: { username: s.people.member.username },
        },
      ])
    }
    expect(await s.mod.modmail.get(one)).toMatchObject({
      thread: { unread: false },
      messages: [
        {
          author: { username: s.people.member.username },
          is_staff: false,
          is_note: false,
          text_html: '<p>Dlaczego mój post <strong>zniknął</strong>?</p>',
        },
      ],
    })
    expect(await s.mod.modmail.list({ box: 'staff' })).toMatchObject({ unread_count: 0 })
    expect(await s.other.modmail.list({ box: 'staff' })).toMatchObject({ unread_count: 1 })
    expect(await s.api.modmail.list()).toMatchObject({ threads: [{ id: thread.id, is_own: true }], unread_count: 0 })
    expect(await failure(s.api.modmail.list({ box: 'staff' }))).toMatchObject({ status: 403, code: 'not_staff' })
    expect(await failure(s.mod.modmail.list({ box: 'staff', category_id: 2_000_000_000 }))).toMatchObject({
      code: 'not_staff',
    })
    expect(await failure(s.outsider.modmail.get(one))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await failure(s.outsider.modmail.send({ ...one, text: 'Ja też' }))).toMatchObject({ status: 404 })
    expect(await failure((await t.as(null)).modmail.get(one))).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test('MAIL-1 mod mail without a community goes to admins, who need the admin credential to read it', async () => {
    const s = await scene()
    const admin = await createUser(t.db, { is_admin: true })
    const { thread } = await s.api.modmail.start({ category_id: null, subject: 'Konto', text: 'Pytanie' })
    expect(thread.category).toBeNull()
    const one = { thread_id: thread.id }
    expect(await failure(s.mod.modmail.get(one))).toMatchObject({ status: 404 })
    expect(await failure((await t.as(admin)).modmail.get(one))).toMatchObject({ status: 404 })
    expect((await staff.modmail.list({ box: 'staff' })).threads.map(({ id }) => id)).toContain(thread.id)
    const { message } = await staff.modmail.send({ ...one, text: 'Odpowiedź' })
    expect(message).toMatchObject({ is_staff: true, author: null })
    expect((await s.api.modmail.get(one)).messages).toMatchObject([
      { is_staff: false },
      { is_staff: true, author: null },
    ])
    const notified = await t.db.select().from(notification).where(eq(notification.user_id, admin.id))
    expect(notified).toMatchObject([{ kind: 'modmail', modmail_id: thread.id }])
  })

  test('MAIL-1 mod mail with a missing community, subject or text gets 422 with the name of the field', async () => {
    const { api, home } = await scene()
    const good = { category_id: home.id, subject: 'Temat', text: 'Treść' }
    for (const [field, value] of [
      ['category_id', 2_000_000_000],
      ['subject', ' '],
      ['subject', 'a'.repeat(101)],
      ['text', ''],
      ['text', 'a'.repeat(10_001)],
    ] as const)
      expect(await failure(api.modmail.start({ ...good, [field]: value }))).toMatchObject({
        status: 422,
        issues: { [field]: expect.any(String) },
      })
  })

  test('MAIL-1 a mod mail thread refused for a missing community does not count toward the five per day', async () => {
    const api = await limited.as(await createUser(limited.db))
    const letter = { category_id: 999_999, subject: 'Pytanie', text: 'Treść' }
    for (let n = 0; n < 5; n += 1) expect(await failure(api.modmail.start(letter))).toMatchObject({ status: 422 })
    expect(await api.modmail.start({ ...letter, category_id: null })).toMatchObject({ thread: { category: null } })
  })

  test("MAIL-1 a member's own mod mail threads can be filtered by community", async () => {
    const s = await scene(t)
    const { thread } = await s.api.modmail.start({ category_id: s.home.id, subject: 'Pytanie', text: 'Treść' })
    await s.api.modmail.start({ category_id: null, subject: 'Inne', text: 'Treść' })
    await s.mod.modmail.send({ thread_id: thread.id, text: 'Odpowiedź' })
    expect(await s.api.modmail.list({ category_id: s.home.id })).toMatchObject({
      threads: [{ id: thread.id }],
      unread_count: 1,
    })
    expect(await s.api.modmail.list({ category_id: s.home.id + 1_000 })).toMatchObject({ threads: [], unread_count: 0 })
  })

  test('MAIL-1 a member can start five threads a day; a suspended or banned one can send two messages', async () => {
    const s = await scene(limited)
    const admin = await limited.as(null, { admin: ADMIN_PASSWORD })
    const start = (api: Scene['api'], categoryId: number | null) =>
      api.modmail.start({ category_id: categoryId, subject: 'Pytanie', text: 'Treść' })
    for (let n = 0; n < 5; n += 1) await start(s.api, s.home.id)
    expect(await failure(start(s.api, s.home.id))).toMatchObject({ status: 429 })

    const banned = await createUser(limited.db)
    await joinCategory(limited.db, banned, s.home)
    await s.mod.moderation.ban({ user_id: banned.id, category_id: s.home.id, reason_code: 'spam' })
    const bannedApi = await limited.as(banned)
    for (let n = 0; n < 2; n += 1) await start(bannedApi, s.home.id)
    expect(await failure(start(bannedApi, s.home.id))).toMatchObject({ status: 429 })
    await start(bannedApi, null)

    const suspended = await createUser(limited.db)
    await admin.moderation.ban({ user_id: suspended.id, category_id: null, reason_code: 'spam' })
    const suspendedApi = await limited.as(suspended)
    const { thread } = await start(suspendedApi, null)
    const answer = () => suspendedApi.modmail.send({ thread_id: thread.id, text: 'Jeszcze jedno' })
    await answer()
    expect(await failure(start(suspendedApi, null))).toMatchObject({ status: 429 })
    expect(await failure(answer())).toMatchObject({ status: 429 })
    expect((await suspendedApi.modmail.get({ thread_id: thread.id })).messages).toHaveLength(2)
  })
})

describe('answering mod mail', () => {
  test("MAIL-2 staff answer as a team, and a moderator's name appears only if they choose to show it", async () => {
    const s = await scene()
    const { id } = await write(s)
    const one = { thread_id: id }
    const { message } = await s.mod.modmail.send({ ...one, text: 'Bo łamał regułę 2.' })
    expect(message).toMatchObject({
      author: { username: s.people.creator.username },
      is_staff: true,
      shows_name: false,
    })
    expect(await s.other.queue.list({ kind: 'mail', category_id: s.home.id })).toMatchObject({ items: [] })
    expect(await s.api.modmail.list()).toMatchObject({
      unread_count: 1,
      threads: [{ unread: true, last_message: { is_staff: true, text: 'Bo łamał regułę 2.' } }],
    })
    const [list, read, note] = [
      await s.api.modmail.list(),
      await s.api.modmail.get(one),
      await s.api.notifications.list(),
    ]
    expect(note).toMatchObject([
      {
        kind: 'modmail_answer',
        title: `Moderatorzy r/${s.home.name} odpowiadają na Twoją wiadomość`,
        content: 'Mój post',
        link: `/modmail/${id}`,
        actors: [],
      },
    ])
    for (const answer of [list, read, note]) expect(everything(answer)).not.toContain(s.people.creator.username)
    expect(read.messages.at(-1)).toMatchObject({ author: null, is_staff: true })
    expect(await s.api.modmail.list()).toMatchObject({ unread_count: 0 })
    expect(await s.api.notifications.count()).toEqual({ unread_count: 0 })

    await s.other.modmail.send({ ...one, text: 'Pozdrawiam', show_name: true })
    expect((await s.api.modmail.get(one)).messages.at(-1)).toMatchObject({
      author: { username: s.people.second.username },
      shows_name: true,
    })
    await s.api.modmail.send({ ...one, text: 'Dziękuję' })
    expect((await s.mod.queue.list({ kind: 'mail', category_id: s.home.id })).items).toHaveLength(1)
  })

  test('MAIL-2 a moderator is not staff in their own mod mail thread, and cannot answer while suspended', async () => {
    const s = await scene()
    const { id } = await write(s)
    const one = { thread_id: id }
    await t.db.insert(categoryModerator).values({ category_id: s.home.id, user_id: s.people.member.id })
    await s.mod.modmail.send({ ...one, text: 'Tylko dla nas', is_note: true })
    expect(everything(await s.api.modmail.get(one))).not.toContain('Tylko dla nas')
    expect((await s.api.modmail.list({ box: 'staff' })).threads).toEqual([])
    for (const call of [
      () => s.api.modmail.archive({ ...one, archived: true }),
      () => s.api.modmail.claim(one),
      () => s.api.modmail.send({ ...one, text: 'Notatka', is_note: true }),
    ])
      expect(await failure(call())).toMatchObject({ status: 403, code: 'not_staff' })
    expect((await s.api.modmail.send({ ...one, text: 'Ja', show_name: true })).message).toMatchObject({
      is_staff: false,
    })
    await staff.moderation.ban({ user_id: s.people.second.id, category_id: null, reason_code: 'spam' })
    for (const call of [() => s.other.modmail.send({ ...one, text: 'Nie' }), () => s.other.modmail.claim(one)])
      expect(await failure(call())).toMatchObject({ status: 403, code: 'suspended' })
  })

  test('MAIL-2 a retry with the same Idempotency-Key sends one mod mail message', async () => {
    const s = await scene()
    const { id } = await write(s)
    const send = () => s.mod.modmail.send({ thread_id: id, text: 'Raz' }, { idempotencyKey: 'raz' })
    expect(await send()).toEqual(await send())
    expect((await s.api.modmail.get({ thread_id: id })).messages).toHaveLength(2)
  })
})

describe('notes in mod mail', () => {
  test('MAIL-3 a note in mod mail is visible to staff only, and leaves the thread unanswered', async () => {
    const s = await scene()
    const { id } = await write(s)
    const one = { thread_id: id }
    const bearer = await t.bearerOf(s.people.member)
    const stream = readEvents(
      await t.request('/api/events?topics=me', { headers: { authorization: `Bearer ${bearer}` } }),
    )
    await stream.next('hello')
    const { message } = await s.mod.modmail.send({ ...one, text: 'Znowu **on**', is_note: true, show_name: true })
    expect(message).toMatchObject({ is_note: true, shows_name: false, author: { username: s.people.creator.username } })
    expect((await s.other.modmail.get(one)).messages.map(({ is_note }) => is_note)).toEqual([false, true])
    expect(await s.other.modmail.list({ box: 'staff' })).toMatchObject({
      threads: [{ last_message: { text: 'Dlaczego mój post zniknął?', is_staff: false } }],
    })
    expect((await s.mod.queue.list({ kind: 'mail', category_id: s.home.id })).items).toHaveLength(1)
    const read = await s.api.modmail.get(one)
    expect(read.messages).toHaveLength(1)
    for (const answer of [read, await s.api.modmail.list(), await s.api.notifications.list()])
      expect(everything(answer)).not.toContain('Znowu')
    await s.api.modmail.send({ ...one, text: 'Halo?' })
    // An event about the note would have arrived before this event about the member's own message.
    expect((await stream.next('modmail')).data).toEqual({ thread_id: id })
    expect(stream.received.filter(({ name }) => name === 'modmail')).toHaveLength(1)
    await stream.close()
  })
})

describe('claims of mod mail threads', () => {
  test('MAIL-4 claiming a mod mail thread reserves it for one moderator, and is hidden from the member', async () => {
    const s = await scene()
    const { id } = await write(s)
    const one = { thread_id: id }
    const [item] = (await s.mod.queue.list({ kind: 'mail', category_id: s.home.id })).items
    const claimed = { status: 409, code: 'claimed', body: { by: { username: s.people.creator.username } } }
    expect((await s.mod.modmail.claim(one)).thread).toMatchObject({
      claimed_by: { username: s.people.creator.username },
    })
    expect((await s.other.queue.list({ kind: 'mail', category_id: s.home.id })).items).toMatchObject([
      { claimed_by: { username: s.people.creator.username } },
    ])
    for (const call of [
      () => s.other.modmail.claim(one),
      () => s.other.modmail.send({ ...one, text: 'Ja odpowiem' }),
      () => s.other.modmail.archive({ ...one, archived: true }),
      () => s.other.queue.claim({ item_id: item!.id }),
    ])
      expect(await failure(call())).toMatchObject(claimed)
    await s.other.modmail.send({ ...one, text: 'Zostawiam Tobie', is_note: true })
    for (const answer of [await s.api.modmail.get(one), await s.api.modmail.list()])
      expect(everything(answer)).not.toContain(s.people.creator.username)
    expect((await s.mod.modmail.release(one)).thread).toMatchObject({ claimed_by: null, claimed_until: null })
    await s.other.queue.claim({ item_id: item!.id })
    expect(await failure(s.mod.modmail.send({ ...one, text: 'Ja' }))).toMatchObject({ code: 'claimed' })
    await s.other.modmail.send({ ...one, text: 'Już' })
    expect((await s.mod.modmail.get(one)).thread).toMatchObject({ claimed_by: null })
    expect(await failure(s.mod.queue.decide({ item_id: item!.id, decision: 'keep' }))).toMatchObject({ status: 422 })
  })
})

describe('the archive of mod mail', () => {
  test('MAIL-5 archiving a mod mail thread removes it from the open ones until the member writes again', async () => {
    const s = await scene()
    const { id } = await write(s)
    const one = { thread_id: id }
    expect((await s.mod.modmail.archive({ ...one, archived: true })).thread).toMatchObject({ state: 'archived' })
    expect((await s.mod.queue.list({ kind: 'mail', category_id: s.home.id })).items).toEqual([])
    expect(await s.other.modmail.list({ box: 'staff', state: 'open' })).toMatchObject({ threads: [], unread_count: 0 })
    expect((await s.other.modmail.list({ box: 'staff', state: 'archived' })).threads).toMatchObject([{ id }])
    expect((await s.api.modmail.get(one)).messages).toHaveLength(1)
    await s.api.modmail.send({ ...one, text: 'To jednak ważne' })
    expect((await s.mod.modmail.list({ box: 'staff', state: 'open' })).threads).toMatchObject([{ id, state: 'open' }])
    await s.mod.modmail.archive({ ...one, archived: true })
    expect((await s.mod.modmail.archive({ ...one, archived: false })).thread).toMatchObject({ state: 'open' })
  })

  test('MAIL-5 lists of mod mail threads, and the messages in a thread, are paged by cursor', async () => {
    const s = await scene()
    const others = await Promise.all(Array.from({ length: 5 }, () => createUser(t.db)))
    for (const [n, person] of others.entries())
      await (await t.as(person)).modmail.start({ category_id: s.home.id, subject: `Temat ${n}`, text: 'Treść' })
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await s.mod.modmail.list({ box: 'staff', limit: 2, cursor })
      seen.push(...page.threads.map(({ subject }) => subject))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    expect(seen).toEqual(['Temat 4', 'Temat 3', 'Temat 2', 'Temat 1', 'Temat 0'])
    const { id } = await write(s)
    for (let n = 1; n < 5; n += 1) await s.api.modmail.send({ thread_id: id, text: `Wiadomość ${n}` })
    const latest = await s.mod.modmail.get({ thread_id: id, limit: 3 })
    expect(latest.messages.map(({ text }) => text)).toEqual(['Wiadomość 2', 'Wiadomość 3', 'Wiadomość 4'])
    const earlier = await s.mod.modmail.get({ thread_id: id, limit: 3, cursor: latest.next_cursor! })
    expect(earlier).toMatchObject({ messages: [{}, { text: 'Wiadomość 1' }], next_cursor: null })
    expect(await failure(s.mod.modmail.list({ box: 'staff', cursor: 'x' }))).toMatchObject({
      status: 400,
      code: 'bad_cursor',
    })
  })

  test('MAIL-5 a mod mail thread is deleted two years after its last message, even if it was read since', async () => {
    const s = await scene()
    const [old, fresh] = [await write(s), await write(s)]
    const age = (ms: number) => new Date(Date.now() - LIFETIME.modmail + ms)
    await t.db
      .update(modmailThread)
      .set({ last_message_at: age(-1_000) })
      .where(eq(modmailThread.id, old.id))
    await t.db
      .update(modmailThread)
      .set({ last_message_at: age(60_000) })
      .where(eq(modmailThread.id, fresh.id))
    await s.mod.modmail.get({ thread_id: old.id })
    await addJob(t.db, 'purge_modmail', {})
    await runJobs(t.services)
    expect(await failure(s.api.modmail.get({ thread_id: old.id }))).toMatchObject({ status: 404 })
    expect(await t.db.$count(modmailMessage, eq(modmailMessage.thread_id, old.id))).toBe(0)
    expect((await s.mod.queue.list({ kind: 'mail', category_id: s.home.id })).items).toMatchObject([
      { modmail_id: fresh.id },
    ])
    expect((await s.api.modmail.list()).threads).toMatchObject([{ id: fresh.id }])
  })

  test('MAIL-5 a list of mod mail threads does not name an adult community on the normal host', async () => {
    const s = await scene()
    const adult = await createCategory(t.db, { is_nsfw: true })
    const { thread } = await s.api.modmail.start({
      category_id: adult.id,
      subject: 'Ukryty temat',
      text: 'Ukryty tekst',
    })
    const { threads } = await s.api.modmail.list()
    expect(threads).toMatchObject([{ id: thread.id, is_adult: true, category: null, subject: '' }])
    expect(everything(threads)).not.toMatch(new RegExp(`Ukryty|${adult.name}`))
    const onAdult = await t.as(s.people.member, { headers: { host: 'dorosli.localhost' } })
    expect((await onAdult.modmail.list()).threads).toMatchObject([
      { subject: 'Ukryty temat', category: { id: adult.id } },
    ])
  })
})
