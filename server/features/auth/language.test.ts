import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { user } from '#server/features/users/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { createRegistration, createUser } from '#server/test/factories.ts'
import { linkTo } from './testing/mails.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp()

async function languageOf(username: string) {
  const [row] = await t.db.select({ language: user.language }).from(user).where(eq(user.username, username))
  return row!.language
}

test('NOTE-3 mails to an account are in the language in which its owner opened the verification link', async () => {
  const { email } = await createRegistration(t.db, { username: 'anglik' })
  await (await t.as(null)).auth.resendVerification({ email })
  await (await t.as(null, { lang: 'en' })).auth.verifyEmail({ token: (await linkTo(t, email)).token })
  expect(await languageOf('anglik')).toBe('en')
})

test('NOTE-3 mails to an account are in the language of its last login, or the one chosen after it', async () => {
  const member = await createMember(t, { username: 'zmienna' })
  expect(await languageOf('zmienna')).toBe('pl')
  await (await t.as(null, { lang: 'en' })).auth.login({ username: 'zmienna', password: PASSWORD })
  expect(await languageOf('zmienna')).toBe('en')
  await (await t.as(member, { lang: 'pl' })).auth.openSession()
  expect(await languageOf('zmienna')).toBe('pl')
})

test('reading pages, or requests of other members, do not change the language of an account', async () => {
  const member = await createUser(t.db, { username: 'czytelnik' })
  await (await t.as(member, { lang: 'en' })).users.me()
  await (await t.as(await createUser(t.db), { lang: 'en' })).auth.openSession()
  expect(await languageOf('czytelnik')).toBe('pl')
})
