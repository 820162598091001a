import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { user } from '#server/features/users/table.ts'
import { listOutbox, outboxDir, readOutboxMail } from '#server/mail/outbox.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { failure } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { readEvents } from '#server/test/event-stream.ts'
import { createCategory, createMessage, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { untilSameDay } from '#server/test/same-day.ts'
import { doorOf, startProcess, startProxy } from './serve.ts'

/* Two server processes on one database and data folder, behind a round-robin proxy (docs/operations.md). */

const SESSION_SECRET = 'two-processes-two-processes-two-processes'
const ADMIN_PASSWORD = 'Staff-password-1'
const PASSWORD = 'Haslo1234'

const { db, url, drop } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'watek-processes-'))
const proxy = startProxy()
const settings = {
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  PUBLIC_URL: proxy.origin,
  TRUSTED_PROXIES: '127.0.0.1',
  SESSION_SECRET,
  ADMIN_PASSWORD,
}
const [one, other] = await Promise.all([startProcess(settings), startProcess(settings)])
proxy.serve([one.origin, other.origin])

afterEach(() => {
  expect([one.output(), other.output()]).toEqual(['', ''])
})

afterAll(async () => {
  await proxy.stop()
  await Promise.all([one.stop(), other.stop()])
  await drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function tokenOf(user: { id: number }): Promise<string> {
  const id = crypto.randomUUID()
  const expires_at = new Date(Date.now() + LIFETIME.session)
  await db.insert(session).values({ id, user_id: user.id, expires_at })
  return signAccessToken(SESSION_SECRET, id, user.id, expires_at)
}

/** Waits for the mail, which a job of either process sends, and returns the token in its link. */
async function mailedToken(address: string): Promise<string> {
  for (;;) {
    const entry = (await listOutbox(outboxDir(dataDir))).find(({ to }) => to === address)
    const mail = entry && (await readOutboxMail(outboxDir(dataDir), entry.name))
    if (mail) return new URL(mail.links[0]!).searchParams.get('token')!
    await Bun.sleep(20)
  }
}

const author = await createUser(db, { username: 'Autorka' })
const reader = await createUser(db, { username: 'Czytelnik' })
const category = await createCategory(db, { name: 'ogrod', creator: author })
const [authors, readers] = [await tokenOf(author), await tokenOf(reader)]

const doomed = await createPost(db, {
  author,
  category: await createCategory(db, { name: 'znikajace', creator: author }),
  title: 'Zaraz zniknie',
})
const cached = `/post/${doomed.id}`

test('a deleted post is 404 at once on the other process, in the API and on every page', async () => {
  expect((await other.page(cached)).html).toContain('Zaraz zniknie')
  expect((await other.page(cached, readers)).html).toContain('Zaraz zniknie')
  expect((await other.api().posts.list({ category: 'znikajace' })).total).toBe(1)
  await one.api(authors).posts.remove({ post_id: doomed.id })
  expect(await failure(other.api().posts.get({ post_id: doomed.id }))).toMatchObject({
    status: 404,
    code: 'post_not_found',
  })
  expect((await other.api().posts.list({ category: 'znikajace' })).total).toBe(0)
  expect((await other.page(cached, readers)).status).toBe(404)
  expect((await other.page(`${cached}?first=1`)).status).toBe(404)
})

test('a logout on one process is in force on the other at once, for tokens and pages', async () => {
  await createUser(db, { username: 'Wychodzi', password: PASSWORD })
  const { access_token } = await one.api().auth.login({ username: 'wychodzi', password: PASSWORD })
  expect((await other.api(access_token).users.me()).username).toBe('Wychodzi')
  expect((await other.page('/', access_token)).html).toContain('"username":"Wychodzi"')
  expect((await other.page('/saved', access_token)).status).toBe(200)
  await one.api(access_token).auth.logout()
  expect((await failure(other.api(access_token).users.me())).status).toBe(401)
  expect((await other.page('/', access_token)).html).toContain('"viewer":null')
  expect(await other.page('/saved', access_token)).toMatchObject({ status: 302, location: '/login?next=%2Fsaved' })
})

test('votes given on both processes are added up, and shown by both at once', async () => {
  const post = await createPost(db, { author, category })
  await one.api(readers).votes.post({ post_id: post.id, value: 1 })
  expect(await other.api(readers).posts.get({ post_id: post.id })).toMatchObject({ upvotes: 1, user_vote: 1 })
  expect((await other.page(`/post/${post.id}`, readers)).html).toContain('"upvotes":1')
  const voters = await Promise.all(Array.from({ length: 20 }, async () => tokenOf(await createUser(db))))
  await Promise.all(
    voters.map((token, at) => (at % 2 ? one : other).api(token).votes.post({ post_id: post.id, value: -1 })),
  )
  const seen = await Promise.all([one, other].map((door) => door.api().posts.get({ post_id: post.id })))
  expect(seen.map(({ upvotes, downvotes }) => [upvotes, downvotes])).toEqual([
    [1, 20],
    [1, 20],
  ])
})

test('a message sent on one process is unread on the other, and once read it is read on both', async () => {
  const addressee = await createUser(db, { username: 'Adresatka' })
  const token = await tokenOf(addressee)
  await one.api(authors).messages.send({ recipient_id: addressee.id, content: 'Dzień dobry!' })
  expect(await other.api(token).messages.unreadCount()).toEqual({ unread_count: 1 })
  expect(await other.api(token).messages.conversations()).toMatchObject([
    { other_username: 'Autorka', unread_count: 1, last_message: { content: 'Dzień dobry!' } },
  ])
  const { messages } = await other.api(token).messages.conversation({ username: 'Autorka' })
  expect(messages).toMatchObject([{ sender_username: 'Autorka', content: 'Dzień dobry!' }])
  expect(await one.api(token).messages.unreadCount()).toEqual({ unread_count: 0 })
})

test('an edit on one process is shown on the other at once', async () => {
  const post = await createPost(db, { author, category, title: 'Pierwszy tytuł' })
  expect((await other.page(`/post/${post.id}`, readers)).html).toContain('Pierwszy tytuł')
  await one.api(authors).posts.edit({ post_id: post.id, title: 'Drugi tytuł', content: 'Nowa treść' })
  expect(await other.api().posts.get({ post_id: post.id })).toMatchObject({
    title: 'Drugi tytuł',
    content: 'Nowa treść',
  })
  expect((await other.page(`/post/${post.id}`, readers)).html).toContain('Drugi tytuł')
})

test('a member blocked on one process cannot write to the blocker on the other', async () => {
  const pest = await createUser(db)
  const token = await tokenOf(pest)
  await createMessage(db, pest, reader)
  await one.api(readers).blocks.block({ user_id: pest.id })
  expect(
    await failure(other.api(token).messages.send({ recipient_id: reader.id, content: 'Jeszcze ja' })),
  ).toMatchObject({ status: 403, code: 'blocked' })
})

test('MOD-3 bans and suspensions of one process, and their end, are in force on the other at once', async () => {
  const member = await createUser(db)
  await joinCategory(db, member, category)
  const post = await createPost(db, { author, category })
  const token = await tokenOf(member)
  const write = (door: typeof one) => door.api(token).comments.create({ post_id: post.id, content: 'Ja też' })
  const about = { user_id: member.id, category_id: category.id }
  await one.api(authors).moderation.ban({ ...about, days: 1, reason_code: 'spam' })
  expect(await failure(write(other))).toMatchObject({ status: 403, code: 'banned' })
  expect((await other.page(`/post/${post.id}`, token)).html).toContain('"ban":{"until":"')
  await other.api(authors).moderation.unban(about)
  expect(await write(one)).toMatchObject({ content: 'Ja też' })
  const site = { user_id: member.id, category_id: null }
  const staff = { 'x-admin-password': ADMIN_PASSWORD }
  const { decision } = await one.api(null, staff).moderation.ban({ ...site, reason_code: 'spam' })
  expect(await failure(write(other))).toMatchObject({
    status: 403,
    code: 'suspended',
    body: { until: null, decision_id: decision.id },
  })
  expect((await other.page('/', token)).html).toContain(`"suspension":{"decision_id":${decision.id},"until":null}`)
  expect(
    await other.api(token).appeals.create({ decision_id: decision.id, text: 'Proszę o ponowne spojrzenie.' }),
  ).toMatchObject({ status: 'open' })
  await other.api(null, staff).moderation.unban(site)
  expect(await write(one)).toMatchObject({ content: 'Ja też' })
})

test('LIVE-7 MOD-3 a suspension on one process ends the streams of both, and its expiry lifts it on both', async () => {
  const member = await createUser(db)
  const token = await tokenOf(member)
  const streams = await Promise.all(
    [one, other].map(async ({ origin }) =>
      readEvents(await fetch(`${origin}/api/events?topics=me`, { headers: { authorization: `Bearer ${token}` } })),
    ),
  )
  for (const stream of streams) await stream.next('hello')
  await one
    .api(null, { 'x-admin-password': ADMIN_PASSWORD })
    .moderation.ban({ user_id: member.id, category_id: null, days: 1, reason_code: 'spam' })
  for (const stream of streams) {
    expect((await stream.next('resync')).data).toEqual({ topics: ['me'] })
    await stream.ended
  }
  await db.update(user).set({ suspended_until: new Date() }).where(eq(user.id, member.id))
  for (const door of [one, other])
    expect(await door.api(token).users.editMe({ bio: 'Znowu tu' })).toMatchObject({ bio: 'Znowu tu' })
})

test('a new password by a mailed link ends the sessions of both processes', async () => {
  const forgetful = await createUser(db, { username: 'Zapomina', email: 'zapomina@example.org', password: PASSWORD })
  const token = await tokenOf(forgetful)
  expect((await other.api(token).users.me()).username).toBe('Zapomina')
  await one.api().auth.requestPasswordReset({ email: 'zapomina@example.org' })
  const link = { token: await mailedToken('zapomina@example.org'), new_password: 'Nowe12345' }
  await one.api().auth.confirmPasswordReset(link)
  expect((await failure(other.api(token).users.me())).status).toBe(401)
  expect(await failure(other.api().auth.confirmPasswordReset(link))).toMatchObject({ code: 'bad_token' })
  expect((await other.api().auth.login({ username: 'zapomina', password: 'Nowe12345' })).user.username).toBe('Zapomina')
})

test('an account deleted by staff on one process is signed out on the other, as are former staff', async () => {
  const leaving = await createUser(db, { username: 'Odchodzi' })
  const token = await tokenOf(leaving)
  expect((await one.api(token).users.me()).username).toBe('Odchodzi')
  const { admin_token } = await one.api().adminAuth.login({ password: ADMIN_PASSWORD })
  const staff = { 'x-admin-password': admin_token }
  await other.api(null, staff).admin.removeUser({ user_id: leaving.id })
  expect((await failure(one.api(token).users.me())).status).toBe(401)
  expect((await failure(one.api().users.get({ username: 'Odchodzi' }))).status).toBe(404)
  await one.api(null, staff).adminAuth.logout()
  expect(await failure(other.api(null, staff).admin.me())).toMatchObject({ status: 401, code: 'admin_credential' })
})

test('a form sent to both processes at the same time creates one post', async () => {
  const key = crypto.randomUUID()
  const send = (door: typeof one) =>
    door.api(authors).posts.create({ title: 'Tylko raz', category_id: category.id }, { idempotencyKey: key })
  const made = await Promise.all([send(one), send(other), send(one), send(other)])
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(
    (await one.api().posts.list({ author: 'Autorka' })).posts.filter(({ title }) => title === 'Tylko raz'),
  ).toHaveLength(1)
})

test('a picture uploaded to one process is served by the other', async () => {
  const { url: picture } = await one.api(authors).uploads.image({ file: new File([makePng(64, 48)], 'obraz.png') })
  const post = await other
    .api(authors)
    .posts.create({ title: 'Z obrazem', category_id: category.id, image_url: picture })
  const given = await fetch(other.origin + post.image_url!)
  expect([given.status, given.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a newcomer whose requests alternate between processes can sign up, post, vote and log out', async () => {
  await untilSameDay()
  await joinCategory(db, reader, category)
  const site = doorOf(proxy.origin)
  const before = proxy.taken().map((count) => count)
  await site.api().auth.register({ username: 'Nowa_Osoba', email: 'nowa@example.org', password: PASSWORD })
  expect(
    (await site.api().auth.verifyEmail({ token: await mailedToken('nowa@example.org'), email: 'nowa@example.org' }))
      .username,
  ).toBe('Nowa_Osoba')
  const { access_token } = await site.api().auth.login({ username: 'nowa_osoba', password: PASSWORD })
  const api = site.api(access_token)
  expect((await site.page('/profile', access_token)).status).toBe(200)
  await api.categories.join({ category_id: category.id })
  const post = await api.posts.create({ title: 'Mój pierwszy post', content: 'Cześć!', category_id: category.id })
  expect((await site.page(`/post/${post.id}`)).html).toContain('Mój pierwszy post')
  await api.votes.post({ post_id: post.id, value: 1 })
  expect(await api.posts.get({ post_id: post.id })).toMatchObject({ upvotes: 1, user_vote: 1 })
  const comment = await api.comments.create({ post_id: post.id, content: 'I mój pierwszy komentarz' })
  expect((await api.comments.list({ post_id: post.id })).comments).toMatchObject([
    { id: comment.id, content: 'I mój pierwszy komentarz' },
  ])
  await api.messages.send({ recipient_id: reader.id, content: 'Piszę pierwszy raz' })
  expect((await api.messages.conversations())[0]).toMatchObject({ other_username: 'Czytelnik', total_messages: 1 })
  expect(await api.points.mine()).toMatchObject({ today: 7 })
  await api.auth.logout()
  expect((await failure(api.users.me())).status).toBe(401)
  expect(await site.page('/profile', access_token)).toMatchObject({ status: 302, location: '/login?next=%2Fprofile' })
  const turns = proxy.taken().map((count, at) => count - before[at]!)
  expect(Math.abs(turns[0]! - turns[1]!)).toBeLessThanOrEqual(1)
})

test('SCALE-2 a deleted post is removed from the page cache of the other process', async () => {
  const post = await createPost(db, { author, category, title: 'Znika wszędzie' })
  expect((await other.page(`/post/${post.id}`)).html).toContain('Znika wszędzie')
  await one.api(authors).posts.remove({ post_id: post.id })
  while ((await other.page(`/post/${post.id}`)).status !== 404) await Bun.sleep(5)
})
