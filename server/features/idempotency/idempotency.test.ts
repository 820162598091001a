import { describe, expect, test } from 'bun:test'
import type { PgTable } from 'drizzle-orm/pg-core'
import { requestOf } from '#shared/api/client.ts'
import { calls, type Call } from '#server/http/api.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { ad } from '../ads/table.ts'
import { appeal, contentFilter, decision, moderatorNote, notice, report } from '../moderation/tables.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { hook } from '../hooks/table.ts'
import { invite } from '../invites/table.ts'
import { message } from '../messages/table.ts'
import { modmailMessage, modmailThread } from '../modmail/table.ts'
import { post } from '../posts/table.ts'
import { stream } from '../streams/table.ts'
import { deleteOldAnswers, findAnswer } from './idempotency.ts'
import { idempotencyKey } from './table.ts'

const t = await createTestApp()
const [anna, marek] = [await createUser(t.db, { trust_level: 2 }), await createUser(t.db)]
const home = await createCategory(t.db, { creator: anna })
await joinCategory(t.db, marek, home)
const thread = await createPost(t.db, { author: marek, category: home })
const remark = await createComment(t.db, { author: marek, post: thread })
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
await staff.adminSettings.change({ values: { member_invites: true } })
const taken = await createPost(t.db, { author: anna, category: home })
const {
  decision: { id: decision_id },
} = await staff.moderation.remove({ post_id: taken.id, reason_code: 'spam' })

const { thread: mail } = await (
  await t.as(anna)
).modmail.start({ category_id: null, subject: 'Pytanie', text: 'Treść' })

const NOTICE = {
  url: `${t.config.publicUrl}/post/${thread.id}`,
  category: 'illegal',
  text: 'Ten wpis narusza prawo, proszę o sprawdzenie.',
  good_faith: true,
}
const FILTER = {
  name: 'Reklamy',
  match: { any: [{ field: 'title', op: 'contains', value: 'kup teraz' }] },
  action: 'hold',
  is_enabled: false,
}

/** The calls that accept an Idempotency-Key, each with an input and the table in which the call creates a row. */
const CREATING: Record<string, { input: Record<string, unknown>; into: PgTable }> = {
  'posts.create': { input: { title: 'Pomidory', category_id: home.id }, into: post },
  'categories.create': { input: { name: 'ogrod', display_name: 'Ogród' }, into: category },
  'comments.create': { input: { post_id: thread.id, content: 'Sadzę w maju.' }, into: comment },
  'messages.send': { input: { recipient_id: marek.id, content: 'Dzień dobry' }, into: message },
  'modmail.start': { input: { category_id: home.id, subject: 'Pytanie', text: 'Treść' }, into: modmailThread },
  'modmail.send': { input: { thread_id: mail.id, text: 'Odpowiedź' }, into: modmailMessage },
  'reports.create': { input: { post_id: thread.id, reason: 'Reklama' }, into: report },
  'notices.create': { input: NOTICE, into: notice },
  'streams.create': { input: { title: 'Na żywo', url: 'https://example.org/live' }, into: stream },
  'appeals.create': { input: { decision_id, text: 'Proszę o ponowne sprawdzenie.' }, into: appeal },
  'moderation.warn': { input: { user_id: marek.id, text: 'Proszę spokojniej.' }, into: decision },
  'moderation.addNote': { input: { user_id: marek.id, text: 'Drugi raz to samo.' }, into: moderatorNote },
  'filters.create': { input: FILTER, into: contentFilter },
  'bot.respondPublic': { input: { comment_id: remark.id }, into: comment },
  'adminBot.respond': { input: { comment_id: remark.id }, into: comment },
  'adminBot.createPost': { input: {}, into: post },
  'hooks.create': { input: { url: 'https://1.1.1.1/x', events: ['post.created'] }, into: hook },
  'invites.createOwn': { input: { note: 'Sąsiad' }, into: invite },
  'adminInvites.create': { input: { uses: 3 }, into: invite },
  'adminAds.create': { input: { title: 'Nasiona', url: 'https://example.org/nasiona' }, into: ad },
}

const nameOf = ({ group, name }: Call) => `${group}.${name}`
const posting = calls.filter(({ endpoint }) => endpoint.method === 'POST')

describe('POST calls of the contract', () => {
  test('every POST call accepts an Idempotency-Key or declares why a repeated request creates nothing', () => {
    const declared = ({ endpoint: { idempotent, repeat } }: Call) => Number(!!idempotent) + Number(!!repeat)
    expect(posting.filter((call) => declared(call) !== 1).map(nameOf)).toEqual([])
  })

  test('every POST call that accepts an Idempotency-Key has a test in this file', () => {
    expect(
      posting
        .filter(({ endpoint }) => endpoint.idempotent !== undefined)
        .map(nameOf)
        .sort(),
    ).toEqual(Object.keys(CREATING).sort())
  })

  test('only the listed POST calls answer 201 without accepting an Idempotency-Key', () => {
    const without = posting.filter(({ endpoint }) => endpoint.status === 201 && endpoint.idempotent === undefined)
    expect(without.map(nameOf).sort()).toEqual([
      'adminUploads.image',
      'applications.create',
      'auth.register',
      'moderators.invite',
      'push.subscribe',
      'setup.complete',
      'tokens.create',
      'uploads.captions',
      'uploads.image',
      'uploads.messageImage',
      'uploads.video',
    ])
  })
})

const idempotent = posting.filter(({ endpoint }) => endpoint.idempotent !== undefined)
const bearer = await t.bearerOf(anna)

async function send(call: Call, key: string, change: Record<string, unknown> = {}, address = '192.0.2.1') {
  const { url, json } = requestOf(call.endpoint, { ...CREATING[nameOf(call)]!.input, ...change })
  const isStaff = !['public', 'user'].includes(call.endpoint.access)
  const answer = await t.request(
    url,
    {
      method: 'POST',
      body: json,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(call.endpoint.access.startsWith('user') && { authorization: `Bearer ${bearer}` }),
        ...(isStaff && { 'x-admin-password': ADMIN_PASSWORD }),
      },
    },
    address,
  )
  return { status: answer.status, body: (await answer.json()) as unknown }
}

describe('calls with the same Idempotency-Key', () => {
  test.each(idempotent.map((call) => [nameOf(call), call] as const))(
    '%s with the same Idempotency-Key creates one row for three simultaneous requests and a later one',
    async (name, call) => {
      const { into } = CREATING[name]!
      const before = await t.db.$count(into)
      const atOnce = await Promise.all([send(call, 'raz'), send(call, 'raz'), send(call, 'raz')])
      const [first] = atOnce
      expect(first!.status).toBe(call.endpoint.status ?? 200)
      expect([...atOnce, await send(call, 'raz')]).toEqual(Array(4).fill(first))
      expect(await t.db.$count(into)).toBe(before + 1)
    },
  )

  const notices = calls.find((call) => nameOf(call) === 'notices.create')!

  test('a reused Idempotency-Key creates a new notice of illegal content if visitor or text differ', async () => {
    const before = await t.db.$count(notice)
    const answers = [
      await send(notices, 'a'),
      await send(notices, 'a', {}, '198.51.100.7'),
      await send(notices, 'a', { text: 'Inny tekst o tym samym wpisie, dłuższy.' }),
    ]
    expect(new Set(answers.map(({ body }) => (body as { reference: string }).reference)).size).toBe(3)
    expect(await t.db.$count(notice)).toBe(before + 3)
    const rows = (await t.db.select().from(idempotencyKey)).filter((row) => row.call === 'notices.create')
    expect(rows.every((row) => row.user_id === null && /^visitor [\w-]{43}$/.test(row.caller))).toBe(true)
  })

  test('the same Idempotency-Key from two moderators creates two moderator notes, one for each', async () => {
    const other = await createUser(t.db)
    await joinCategory(t.db, other, home, { is_moderator: true })
    const note = { user_id: marek.id, category_id: home.id, text: 'Uwaga' }
    const [hers, his] = [await t.as(anna), await t.as(other)]
    const before = await t.db.$count(moderatorNote)
    for (const api of [hers, hers, his, his]) await api.moderation.addNote(note, { idempotencyKey: 'k' })
    expect(await t.db.$count(moderatorNote)).toBe(before + 2)
  })
})

describe('OUT-2 a call that waited offline', () => {
  const comments = calls.find((call) => nameOf(call) === 'comments.create')!
  const real = t.clock.now
  const DAYS = 86_400_000

  async function sendQueued(key: string, queued_at: string) {
    const { url, json } = requestOf(comments.endpoint, CREATING['comments.create']!.input)
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-queued-at': queued_at,
      authorization: `Bearer ${bearer}`,
    }
    const answer = await t.request(url, { method: 'POST', body: json, headers })
    return { status: answer.status, body: (await answer.json()) as { id?: number } }
  }

  test('OUT-2 a repeated call of the offline queue gets the first response again for 30 days', async () => {
    const start = real().getTime()
    const queued_at = new Date(start).toISOString()
    const first = await sendQueued('tunel', queued_at)
    expect(first.status).toBe(201)
    const before = await t.db.$count(comment)
    await deleteOldAnswers(t.db, new Date(start + 29 * DAYS))
    const row = await findAnswer(
      t.db,
      { user_id: anna.id, caller: '', call: 'comments.create', key: 'tunel', queued_at: new Date(start) },
      new Date(start + 29 * DAYS),
    )
    expect((row!.answer as { id: number }).id).toBe(first.body.id!)
    expect(await sendQueued('tunel', queued_at)).toEqual(first)
    expect(await t.db.$count(comment)).toBe(before)
  })

  test.each([
    ['older than the keys are valid', new Date(Date.now() - 31 * DAYS).toISOString()],
    ['no time', 'yesterday'],
  ])('OUT-2 a call queued offline is refused if X-Queued-At is %s, and creates nothing', async (_, queued_at) => {
    const before = await t.db.$count(comment)
    expect((await sendQueued('stary', queued_at)).status).toBe(400)
    expect(await t.db.$count(comment)).toBe(before)
  })
})
