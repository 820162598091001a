import { afterEach, describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { eq, or, sql } from 'drizzle-orm'
import { createOauthRows } from '#server/features/oauth/testing/rows.ts'
import { LIFETIME } from '#shared/limits.ts'
import { makeGif, makePng } from '#server/media/testing/pictures.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { keyOf } from '#server/media/storage-keys.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { hook } from '#server/features/hooks/table.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createFollow,
  createImported,
  createInvite,
  createMessage,
  createPost,
  createPushSubscription,
  createSave,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { insertRowsAbout } from '#server/test/rows.ts'
import { auditLog } from '../audit/table.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { passkey } from '../factors/table.ts'
import { appeal, decision, moderatorInvite } from '../moderation/tables.ts'
import { textVersion } from '../history/table.ts'
import { pollOption, pollVote } from '../polls/table.ts'
import { post } from '../posts/table.ts'
import { codeOf } from '../factors/testing/authenticator-app.ts'
import { notification } from '../notifications/table.ts'
import { SECTIONS } from '../personal-data.ts'
import { EXPORT_FILES, inSnapshot, readInBatches, rowsOf } from './sections/queries.ts'
import { ownersOf } from './testing/owners.ts'
import { exportTasks } from './jobs.ts'
import { dataExport } from './table.ts'
import { openArchive } from './testing/archive.ts'

const t = await createTestApp()
afterEach(() => {
  t.clock.now = () => new Date()
})

async function member(columns: Parameters<typeof createMember>[1] = {}) {
  const row = await createMember(t, columns)
  return { ...row, email: row.email!, api: await t.as(row), bearer: await t.bearerOf(row) }
}

type Member = Awaited<ReturnType<typeof member>>

const get = (url: string, bearer?: string) =>
  t.request(url, { headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } })
const afterMs = (ms: number) => {
  const at = new Date(Date.now() + ms)
  t.clock.now = () => at
}

async function made({ api, bearer }: Member) {
  await api.exports.request()
  await runJobs(t.services)
  const { url } = await api.exports.get()
  return { url: url!, archive: openArchive(new Uint8Array(await (await get(url!, bearer)).arrayBuffer())) }
}

const rowOf = async ({ id }: { id: number }) =>
  (await t.db.select().from(dataExport).where(eq(dataExport.user_id, id)))[0]!
const noticesOf = async ({ api }: Member) => (await api.notifications.list()).filter(({ kind }) => kind === 'export')

/** Creates a member with rows in every file of the export, and others whose data must not be in that export. */
async function settled() {
  const [anna, bartek, celina] = [
    await member({ bio: 'Zażółć "gęślą" jaźń\n👍' }),
    await member({ email: 'obcy@example.org' }),
    await member(),
  ]
  const home = await createCategory(t.db, { creator: anna })
  await joinCategory(t.db, bartek, home)
  const [foreign, written] = [
    await createPost(t.db, { author: bartek, category: home, content: 'Cudzy post' }),
    await createPost(t.db, { author: anna, category: home, content: 'Mój **post**' }),
  ]
  const said = await createComment(t.db, { author: anna, post: foreign, content: 'Mój komentarz' })
  await createComment(t.db, { author: bartek, parent: said, content: 'Cudzy komentarz' })
  await createVote(t.db, { user: anna, post: foreign })
  await createVote(t.db, { user: anna, comment: said, value: -1 })
  await createVote(t.db, { user: bartek, post: written })
  await createSave(t.db, anna, foreign)
  await createOauthRows(t.db, anna)
  await createInvite(t.db, anna, anna)
  await anna.api.reading.visit({ post_id: foreign.id })
  await anna.api.reading.hide({ post_id: foreign.id, hidden: true })
  await createFollow(t.db, anna, bartek)
  await bartek.api.follows.follow({ user_id: anna.id })
  await createBlock(t.db, anna, celina)
  await createMessage(t.db, anna, bartek, { content: 'Do Bartka' })
  await createMessage(t.db, bartek, anna, { content: 'Do Anny' })
  await createMessage(t.db, bartek, celina, { content: 'Tajne Bartka i Celiny' })
  await createMessage(t.db, bartek, anna, { content: 'Zniknęło', read_at: new Date(Date.now() - 48 * 60 * 60_000) })
  const asking = await createCategory(t.db, { creator: bartek })
  const asked = { category_id: asking.id, subject: 'Pytanie', text: 'Moje pytanie do moderatorów' }
  const { thread } = await anna.api.modmail.start(asked)
  await bartek.api.modmail.send({ thread_id: thread.id, text: 'Tajne uwagi moderatorów', is_note: true })
  await bartek.api.modmail.send({ thread_id: thread.id, text: 'Odpowiedź moderatorów' })
  await anna.api.notifications.editSettings({ digest: 'weekly' })
  for (const owner of [anna, bartek]) {
    await createPushSubscription(t.db, owner)
    await t.db.insert(hook).values({ owner_id: owner.id, url: 'https://example.org/hook', secret: 'x', events: [] })
  }
  await anna.api.notifications.setThread({ post_id: foreign.id, level: 'all' })
  const picture = await anna.api.uploads.image({ file: new File([makePng(40, 30)], 'a.png') })
  await anna.api.posts.create({ title: 'Ze zdjęciem', category_id: home.id, image_url: picture.url })
  const [still, moving, unrelated] = [
    await bartek.api.uploads.messageImage({ image: new File([makePng(8, 8)], 'b.png') }),
    await anna.api.uploads.messageImage({ image: new File([makeGif(20, 10)], 'c.gif') }),
    await bartek.api.uploads.messageImage({ image: new File([makePng(9, 9)], 'd.png') }),
  ]
  await bartek.api.messages.send({ recipient_id: anna.id, content: 'Zdjęcie', image_url: still.image_url })
  await anna.api.messages.send({ recipient_id: bartek.id, content: 'Animacja', image_url: moving.image_url })
  await bartek.api.messages.send({ recipient_id: celina.id, content: 'Obce zdjęcie', image_url: unrelated.image_url })
  await anna.api.reports.create({ post_id: foreign.id, reason: 'Reklama' })
  await bartek.api.reports.create({ post_id: written.id, reason: 'Zgłoszenie Bartka' })
  await anna.api.streams.create({ title: 'Na żywo', url: 'https://example.org/na-zywo' })
  await anna.api.account.changeEmail({ email: `nowy.${anna.username}@example.org`, password: PASSWORD })
  const { secret } = await anna.api.factors.startTotp({ password: PASSWORD })
  const { recovery_codes } = await anna.api.factors.confirmTotp({ code: codeOf(t, secret) })
  await t.db
    .insert(passkey)
    .values({
      user_id: anna.id,
      name: 'Telefon Anny',
      credential_id: crypto.randomUUID(),
      public_key: 'tajny-klucz',
      counter: 0,
      transports: [],
      rp_id: 'localhost',
      user_handle: 'tajny-uchwyt',
    })
  await anna.api.adminAuth.login({ password: ADMIN_PASSWORD })
  await t.db.insert(pollOption).values({ post_id: written.id, text: 'Na pszennym' })
  await t.db.insert(textVersion).values([
    {
      post_id: written.id,
      title: 'Dawny tytuł',
      content: 'Dawny post',
      content_html: '',
      renderer_version: 1,
      edited_at: new Date(),
    },
    {
      post_id: foreign.id,
      title: 'Cudzy dawny tytuł',
      content: 'Cudzy dawny post',
      content_html: '',
      renderer_version: 1,
      edited_at: new Date(),
    },
    { comment_id: said.id, content: 'Dawny komentarz', content_html: '', renderer_version: 1, edited_at: new Date() },
  ])
  const [option] = await t.db.insert(pollOption).values({ post_id: foreign.id, text: 'Na żytnim' }).returning()
  await t.db.insert(pollVote).values({ post_id: foreign.id, user_id: anna.id, option_id: option!.id })
  const [warned] = await t.db
    .insert(decision)
    .values({
      action: 'warned',
      user_id: anna.id,
      category_id: home.id,
      by_id: bartek.id,
      reason_code: 'other',
      text: 'Proszę spokojniej.',
    })
    .returning()
  await t.db.insert(appeal).values({ decision_id: warned!.id, user_id: anna.id, text: 'To nie było do nikogo.' })
  await createImported(t.db, anna)
  await t.db.insert(moderatorInvite).values({ category_id: home.id, user_id: bartek.id, invited_by: anna.id })
  await t.db
    .insert(auditLog)
    .values({
      actor: anna.username,
      actor_user_id: anna.id,
      address: '::1',
      action: 'post.delete',
      target_type: 'post',
      detail: 'Notatka obsługi',
    })
  await insertRowsAbout(
    t.db,
    anna,
    EXPORT_FILES.map((file) => ownersOf(file)[0]!),
  )
  return {
    anna,
    bartek,
    celina,
    home,
    foreign,
    written,
    said,
    picture,
    still,
    moving,
    unrelated,
    secret,
    recovery_codes,
  }
}

describe('the contents of an export', () => {
  test("ACCT-9 an export shows vote counts of an author's open poll only if the author voted", async () => {
    const [anna, bartek] = [await member(), await member()]
    const home = await createCategory(t.db, { creator: anna })
    const ask = async () => {
      const { id, poll } = await anna.api.posts.create({
        title: 'Które pomidory?',
        category_id: home.id,
        poll: { options: ['Malinowe', 'Koktajlowe'], hours: 24 },
      })
      await bartek.api.polls.vote({ post_id: id, option_id: poll!.options[0]!.id })
      return { id, option_id: poll!.options[0]!.id }
    }
    const [open, voted, closed] = [await ask(), await ask(), await ask()]
    await anna.api.polls.vote({ post_id: voted.id, option_id: voted.option_id })
    await t.db
      .update(post)
      .set({ poll_closes_at: new Date(Date.now() - 1_000) })
      .where(eq(post.id, closed.id))
    const { archive } = await made(anna)
    const votesOf = (id: number) =>
      archive
        .rows('poll_options')
        .filter((row) => row.post_id === id)
        .map(({ votes }) => votes)
    expect([open, voted, closed].map(({ id }) => votesOf(id))).toEqual([
      [null, null],
      [2, 0],
      [1, 0],
    ])
  })

  test('ACCT-9 an export contains all rows and media of the member, but no secrets or data of others', async () => {
    const fixture = await settled()
    const { anna, bartek, celina, home, foreign, written, said, picture, still, moving, unrelated } = fixture
    const { archive } = await made(anna)
    const ofOwnTables = EXPORT_FILES.filter(
      (file) =>
        !['post_versions', 'comment_versions', 'poll_options', 'modmail_messages', 'reported_messages'].includes(file),
    )
    const counts = await Promise.all(
      ofOwnTables.map(async (file) => {
        const [table] = ownersOf(file)[0]!.split('.')
        const isOwned = or(...ownersOf(file).map((owner) => sql`${sql.identifier(owner.split('.')[1]!)} = ${anna.id}`))
        const [stored] = await t.db.execute<{ rows: number }>(
          sql`select count(*)::integer as rows from ${sql.identifier(table!)} where ${isOwned}`,
        )
        return [file, stored!.rows] as const
      }),
    )
    expect(archive.rows('modmail_messages').map(({ text }) => text)).toEqual([
      'Moje pytanie do moderatorów',
      'Odpowiedź moderatorów',
    ])
    // The export lacks an expired message and the notification about its own completion.
    const stored = Object.fromEntries(
      counts.map(([file, rows]) => [file, file === 'messages' || file === 'notifications' ? rows - 1 : rows]),
    )
    expect(Object.fromEntries(ofOwnTables.map((file) => [file, archive.rows(file).length]))).toEqual(stored)
    const filesWithoutRow = Object.keys(stored).filter((file) => stored[file] === 0)
    expect(filesWithoutRow, '`settled` makes a row for each file').toEqual([])

    expect(archive.rows('account')).toMatchObject([
      {
        id: anna.id,
        username: anna.username,
        email: anna.email,
        bio: anna.bio,
        created_at: anna.created_at.toISOString(),
      },
    ])
    expect(archive.rows('posts')).toMatchObject([
      {
        id: written.id,
        title: written.title,
        content: 'Mój **post**',
        community: home.name,
        upvotes: 1,
        created_at: written.created_at.toISOString(),
        deleted_at: null,
      },
      { title: 'Ze zdjęciem', image_url: picture.url },
    ])
    expect(archive.rows('comments')).toMatchObject([{ id: said.id, post_id: foreign.id, content: 'Mój komentarz' }])
    expect(archive.rows('votes')).toMatchObject([
      { post_id: foreign.id, comment_id: null, value: 1 },
      { post_id: null, comment_id: said.id, value: -1 },
    ])
    expect(archive.rows('post_versions')).toMatchObject([
      { post_id: written.id, title: 'Dawny tytuł', content: 'Dawny post' },
    ])
    expect(archive.rows('comment_versions')).toMatchObject([{ comment_id: said.id, content: 'Dawny komentarz' }])
    expect(archive.rows('poll_options')).toMatchObject([{ post_id: written.id, text: 'Na pszennym', votes: 0 }])
    expect(archive.rows('following')).toMatchObject([{ username: bartek.username, followed_id: bartek.id }])
    expect(archive.rows('blocked_users')).toMatchObject([{ username: celina.username }])
    expect(archive.rows('messages').map(({ sender, content }) => [sender, content])).toEqual([
      [anna.username, 'Do Bartka'],
      [bartek.username, 'Do Anny'],
      [bartek.username, 'Zdjęcie'],
      [anna.username, 'Animacja'],
    ])
    expect(archive.rows('notifications')).toMatchObject([
      { kind: 'follower', actor: bartek.username, read: false },
      { kind: 'modmail_answer', actor: null },
    ])

    const media = archive.names.filter((name) => name.startsWith('media/'))
    expect(media.sort()).toEqual(
      [picture.url.slice(1), `${still.image_url.slice(1)}.webp`, `${moving.image_url.slice(1)}.gif`].sort(),
    )
    expect(
      Buffer.from(archive.bytes(picture.url.slice(1))).equals(
        Buffer.from(await (await t.request(picture.url)).arrayBuffer()),
      ),
    ).toBe(true)

    const hashes = await t.db.execute<{ value: string }>(sql`
      select password_hash as value from "user" where password_hash is not null union select id from session union
        select token_hash from email_token
      union select token_hash from admin_token union select code_hash from recovery_code union select encrypted_secret
        from totp`)
    const secrets = [
      ...hashes.map(({ value }) => value),
      fixture.secret,
      ...fixture.recovery_codes,
      'tajny-klucz',
      'tajny-uchwyt',
      'Notatka obsługi',
      bartek.email,
      celina.email,
      'Cudzy',
      'Tajne',
      'Obce',
      'Zgłoszenie Bartka',
      'Zniknęło',
      unrelated.image_url.slice(9),
    ]
    expect(secrets.filter((secret) => archive.everything.includes(secret))).toEqual([])
  })

  test('ACCT-9 an export contains an explanation of each of its files in both languages', async () => {
    const anna = await member()
    const { archive } = await made(anna)
    const [polish, english] = archive.text('README.md').split('\n---\n')
    expect(polish).toContain(`# Dane konta ${anna.username} w serwisie Wątek`)
    expect(english).toContain(`# Data of the account ${anna.username} on Wątek`)
    for (const part of [polish, english])
      expect(EXPORT_FILES.filter((file) => !part!.includes(`\`${file}.json\`: `))).toEqual([])
    const explained = EXPORT_FILES.map((file) => SECTIONS[file].explained)
    expect(explained.filter((texts) => texts.pl.length < 8 || texts.en.length < 6 || texts.pl === texts.en)).toEqual([])
    expect(explained.filter((texts) => /[ąćęłńóśźż]/i.test(texts.en))).toEqual([])
    expect(archive.names.sort()).toEqual(['README.md', ...EXPORT_FILES.map((file) => `${file}.json`)].sort())
    expect(archive.text('posts.json')).toBe('[]\n')
  })

  test('ACCT-9 an export is read from the database in ordered batches, however many rows there are', async () => {
    const anna = await member()
    const post = await createPost(t.db)
    await t.db.execute(sql`
      insert into comment (post_id, author_id, depth, is_nsfw, content, content_html)
      select ${post.id}, ${anna.id}, 1, false, 'Komentarz ' || n, '' from generate_series(1, 250) n`)
    const { archive } = await made(anna)
    expect(archive.rows('comments').map(({ content }) => content)).toEqual(
      Array.from({ length: 250 }, (_, at) => `Komentarz ${at + 1}`),
    )
  })

  test('ACCT-9 an export is a snapshot that lacks everything written while it is being made', async () => {
    const anna = await member()
    const post = await createPost(t.db, { author: anna })
    const subject = { userId: anna.id, lifetime: { now: new Date(), ttl: 1 } }
    const counts = await inSnapshot(t.db, async (tx) => {
      const posts = (await Array.fromAsync(readInBatches(tx, rowsOf('posts', subject)))).flat().length
      await createComment(t.db, { author: anna, post })
      return [posts, (await Array.fromAsync(readInBatches(tx, rowsOf('comments', subject)))).flat().length]
    })
    expect(counts).toEqual([1, 0])
  })
})

describe('requesting an export', () => {
  test('ACCT-9 a requested export answers 202; when finished, it has URL, size, expiry and notification', async () => {
    const anna = await member()
    expect(await anna.api.exports.get()).toEqual({ status: 'none', url: null, size: null, expires_at: null })
    const answer = await t.request('/api/account/export', {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.bearer}` },
    })
    expect([answer.status, await answer.json()]).toEqual([202, { status: 'preparing' }])
    expect(await anna.api.exports.get()).toEqual({ status: 'preparing', url: null, size: null, expires_at: null })
    await runJobs(t.services)
    const { ready_at } = await rowOf(anna)
    const day = ready_at!.toISOString().slice(0, 10)
    const ready = await anna.api.exports.get()
    expect(ready).toEqual({
      status: 'ready',
      url: expect.stringMatching(/^\/media\/e\/[0-9a-f]{32}\.zip$/) as never,
      size: expect.any(Number) as never,
      expires_at: new Date(ready_at!.getTime() + LIFETIME.export).toISOString(),
    })
    const file = await get(ready.url!, anna.bearer)
    expect((await file.arrayBuffer()).byteLength).toBe(ready.size!)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="watek-${anna.username}-${day}.zip"`,
    })
    expect(await noticesOf(anna)).toMatchObject([
      {
        title: 'Twoje dane są gotowe do pobrania',
        content: 'Plik czeka w ustawieniach przez 7 dni.',
        link: '/settings/data',
      },
    ])
    const [mail] = await mailsTo(t, anna.email)
    expect(mail!.subject).toBe('Zamówiono kopię Twoich danych – Wątek')
    expect(mail!.links).toEqual(['http://localhost:3000/settings/security', 'http://localhost:3000/forgot-password'])
    expect(await readdir(incomingFolder(t.config)).catch(() => [])).toEqual([])
  })

  test('ACCT-9 an export can be requested once a day, also by two simultaneous requests', async () => {
    const anna = await member()
    const both = await Promise.allSettled([anna.api.exports.request(), anna.api.exports.request()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = await t.request('/api/account/export', {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.bearer}` },
    })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    await runJobs(t.services)
    const { url: first } = await anna.api.exports.get()
    expect(await failure(anna.api.exports.request())).toMatchObject({ status: 429 })
    afterMs(LIFETIME.exportRequest + 1_000)
    const api = await t.as(anna)
    expect(await api.exports.request()).toEqual({ status: 'preparing' })
    expect((await get(first!, await t.bearerOf(anna))).status).toBe(404)
    await runJobs(t.services)
    expect((await api.exports.get()).url).not.toBe(first)
    await exportTasks.clear_exports(t.services, {}, new AbortController().signal)
    expect(await t.services.media.exists(keyOf(first!))).toBe(false)
    expect(await noticesOf({ ...anna, api })).toHaveLength(1)
  })

  test('requesting an export requires a login session', async () => {
    const visitor = await t.as(null)
    expect(await failure(visitor.exports.request())).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await failure(visitor.exports.get())).toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})

describe('the file of an export', () => {
  test('ACCT-9 the file of an export is available to its owner only, by bearer token and by cookie', async () => {
    const [anna, admin] = [await member(), await member({ is_admin: true })]
    const { url } = await made(anna)
    expect((await get(url)).status).toBe(404)
    expect((await get(url, admin.bearer)).status).toBe(404)
    expect(
      (
        await t.request(url, {
          headers: { 'x-admin-password': ADMIN_PASSWORD, authorization: `Bearer ${admin.bearer}` },
        })
      ).status,
    ).toBe(404)
    expect((await t.request(url, { headers: { cookie: `session=${anna.bearer}` } })).status).toBe(200)
    const part = await t.request(url, { headers: { authorization: `Bearer ${anna.bearer}`, range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PK\x03\x04'])
    expect(await admin.api.exports.get()).toMatchObject({ status: 'none' })
    await t.request('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${anna.bearer}` } })
    expect((await get(url, anna.bearer)).status).toBe(404)
  })

  test('ACCT-9 the file of an export and its notification are deleted after seven days', async () => {
    const anna = await member()
    const { url } = await made(anna)
    afterMs(LIFETIME.export + 60_000)
    const [api, bearer] = [await t.as(anna), await t.bearerOf(anna)]
    expect(await api.exports.get()).toEqual({ status: 'none', url: null, size: null, expires_at: null })
    expect((await get(url, bearer)).status).toBe(404)
    await exportTasks.clear_exports(t.services, {}, new AbortController().signal)
    expect(await t.services.media.exists(keyOf(url))).toBe(false)
    expect(await t.db.$count(notification, eq(notification.user_id, anna.id))).toBe(0)
    expect(await t.db.$count(dataExport, eq(dataExport.user_id, anna.id))).toBe(0)
  })

  test('ACCT-9 the file of an export is deleted with the account, also while it is being made', async () => {
    const [anna, bartek] = [await member(), await member()]
    const { url } = await made(anna)
    await anna.api.users.removeMe({ password: PASSWORD })
    await bartek.api.exports.request()
    const { id, url: pending } = await rowOf(bartek)
    await bartek.api.users.removeMe({ password: PASSWORD })
    await runJobs(t.services)
    expect([await t.services.media.exists(keyOf(url)), await t.services.media.exists(keyOf(pending))]).toEqual([
      false,
      false,
    ])
    expect(await t.db.$count(dataExport, or(eq(dataExport.user_id, anna.id), eq(dataExport.id, id)))).toBe(0)
  })
})

describe('the job of an export', () => {
  const run = (row: { id: number; url: string }, signal = new AbortController().signal) =>
    exportTasks.make_export(t.services, { export_id: row.id, url: row.url }, signal)

  test('ACCT-9 a killed export job starts over, and a finished one may run again', async () => {
    const anna = await member()
    await anna.api.exports.request()
    const row = await rowOf(anna)
    expect(await failure(run(row, AbortSignal.abort(new Error('Killed'))))).toMatchObject({ message: 'Killed' })
    expect(await readdir(incomingFolder(t.config)).catch(() => [])).toEqual([])
    expect(await anna.api.exports.get()).toMatchObject({ status: 'preparing' })
    await run(row)
    const ready = await rowOf(anna)
    await run(row)
    expect(await rowOf(anna)).toEqual(ready)
    expect(await noticesOf(anna)).toHaveLength(1)
    expect((await get(ready.url, anna.bearer)).status).toBe(200)
  })

  test('ACCT-9 the export job leaves no file if the export was deleted meanwhile', async () => {
    const anna = await member()
    await anna.api.exports.request()
    const row = await rowOf(anna)
    const { media } = t.services
    const put: typeof media.put = async (key, content) => {
      await media.put(key, content)
      await t.db.delete(dataExport).where(eq(dataExport.id, row.id))
    }
    await exportTasks.make_export(
      { ...t.services, media: { ...media, put } },
      { export_id: row.id, url: row.url },
      new AbortController().signal,
    )
    expect(await media.exists(keyOf(row.url))).toBe(false)
    await media.put(keyOf(row.url), new Uint8Array(3))
    await run(row)
    expect(await media.exists(keyOf(row.url))).toBe(false)
  })
})
