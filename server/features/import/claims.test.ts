import { expect, test } from 'bun:test'
import { and, eq, isNull } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { findAddressee } from '../mails/queries.ts'
import { notification } from '../notifications/table.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'
import { inviteOwners } from './claims.ts'
import { importedAccount, importOrigin } from './table.ts'

const t = await createTestApp()
const mails: { to: string; text: string }[] = []
t.services.mailer.send = async (mail) => void mails.push(mail)
const base_url = 'https://forum.example.org'
const [origin] = await t.db.insert(importOrigin).values({ source: 'phpbb', base_url }).returning()

async function imported(columns: Partial<typeof user.$inferInsert> = {}, password_hash: string | null = null) {
  const member = await createUser(t.db, { is_unclaimed: true, password_hash: null, ...columns })
  await t.db
    .insert(importedAccount)
    .values({ user_id: member.id, origin_id: origin!.id, former_name: 'Żuk', password_hash })
  return member
}

const deleteBy = (token: string, content: string) =>
  t.request('/former-account', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, content }).toString(),
  })

async function invitedToken(email: string): Promise<string> {
  await inviteOwners(t.db, origin!.id, new Date())
  await runJobs(t.services)
  return /reset-password\?token=([\w-]+)/.exec(mails.find(({ to }) => to === email)!.text)![1]!
}

test('IMP-13 owners of imported accounts without a password get one mail, in their language', async () => {
  const [anna, withPassword] = [await imported({ language: 'en' }), await imported({}, 'md5:0')]
  const token = await invitedToken(anna.email!)
  const sent = mails.filter(({ to }) => [anna.email, withPassword.email].includes(to))
  expect(sent.map(({ to }) => to)).toEqual([anna.email!])
  expect(sent[0]!.text).toContain('together with your account Żuk')
  expect(await inviteOwners(t.db, origin!.id, new Date())).toBe(0)
  const api = await t.as(null)
  await api.auth.confirmPasswordReset({ token, new_password: 'Nowe-haslo-2026' })
  expect((await api.auth.login({ username: anna.username, password: 'Nowe-haslo-2026' })).user.id).toBe(anna.id)
  const [row] = await t.db.select().from(importedAccount).where(eq(importedAccount.user_id, anna.id))
  expect(row!.claimed_at).toEqual(expect.any(Date))
  expect((await deleteBy(token, 'remove')).headers.get('location')).toContain('outcome=failed')
  expect(await t.db.$count(user, eq(user.id, withPassword.id))).toBe(1)
})

test('IMP-13 an imported account that nobody claimed is deleted by a mailed link, without signing in', async () => {
  const owner = await imported()
  const written = await createPost(t.db, { author: owner })
  const token = await invitedToken(owner.email!)
  expect((await deleteBy('x', 'remove')).headers.get('location')).toContain('outcome=failed')
  expect((await deleteBy(token, 'remove')).headers.get('location')).toBe('/former-account?outcome=deleted')
  await runJobs(t.services)
  const [gone] = await t.db.select().from(user).where(eq(user.id, owner.id))
  expect(gone).toMatchObject({ email: null, deleted_at: expect.any(Date) })
  const [text] = await t.db.select().from(post).where(eq(post.id, written.id))
  expect(text!.deleted_at).toEqual(expect.any(Date))
  expect((await deleteBy(token, 'remove')).headers.get('location')).toContain('outcome=failed')
})

test('IMP-13 an imported account is called unclaimed on profile and in searches until its owner signs in', async () => {
  const owner = await imported({}, `md5:${new Bun.CryptoHasher('md5').update('stare-haslo').digest('hex')}`)
  const api = await t.as(null)
  const marks = async () => [
    (await api.users.get({ username: owner.username })).user.is_unclaimed,
    (await api.users.search({ q: owner.username }))[0]!.is_unclaimed,
  ]
  expect(await marks()).toEqual([true, true])
  await api.auth.login({ username: owner.username, password: 'stare-haslo' })
  expect(await marks()).toEqual([false, false])
})

test('IMP-13 an imported account that nobody claimed can be mentioned in a comment, which sends no mail', async () => {
  const owner = await imported()
  const author = await createUser(t.db)
  const thread = await createPost(t.db)
  await (await t.as(author)).comments.create({ post_id: thread.id, content: `Pytaj @${owner.username}` })
  await runJobs(t.services)
  const kinds = await t.db.select().from(notification).where(eq(notification.user_id, owner.id))
  expect(kinds.map((one) => one.kind)).toEqual(['mention'])
  expect(await findAddressee(t.db, owner.id)).toBe(null)
})

test('IMP-13 the mail that resets the password of an unclaimed account also offers its deletion', async () => {
  const owner = await imported({ language: 'pl' }, 'md5:0')
  await (await t.as(null)).auth.requestPasswordReset({ email: owner.email! })
  await runJobs(t.services)
  const mail = mails.findLast(({ to }) => to === owner.email)!
  const token = /former-account\?token=([\w-]+)/.exec(mail.text)![1]!
  expect((await deleteBy(token, 'keep')).headers.get('location')).toBe('/former-account?outcome=deleted')
  expect(await t.db.$count(user, and(eq(user.id, owner.id), isNull(user.deleted_at)))).toBe(0)
})

test('IMP-13 the account settings show the user name that the member had on the former forum', async () => {
  const [renamed, other] = [await imported(), await createUser(t.db)]
  expect((await (await t.as(renamed)).account.get()).former_account).toEqual({
    username: 'Żuk',
    forum: 'forum.example.org',
  })
  expect((await (await t.as(other)).account.get()).former_account).toBe(null)
})
