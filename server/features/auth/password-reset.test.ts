import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { emailToken, session } from '#server/features/auth/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createRegistration } from '#server/test/factories.ts'
import { linkTo, mailsTo } from './testing/mails.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })
const NEW = 'Nowe12345'

async function forgetful(username: string, columns: object = {}) {
  const member = await createMember(t, { username, ...columns })
  await visitor.auth.requestPasswordReset({ email: member.email! })
  return { member, email: member.email!, ...(await linkTo(t, member.email!)) }
}

test('PWD-2 API-7 requesting a password reset gets the same response whether or not the account exists', async () => {
  const member = await createMember(t, { username: 'pamiec' })
  const known = await english.auth.requestPasswordReset({ email: member.email! })
  expect(known.message).toBe(
    "If an account exists with that email, you'll receive password reset instructions shortly.",
  )
  expect(await english.auth.requestPasswordReset({ email: 'nikt@example.org' })).toEqual(known)
  expect((await visitor.auth.requestPasswordReset({ email: 'nikt@example.org' })).message).toBe(
    'Jeśli istnieje konto z tym adresem e-mail, wkrótce dostaniesz wiadomość z instrukcją zmiany hasła.',
  )
  expect(await mailsTo(t, 'nikt@example.org')).toBeEmpty()
})

test("a reset mail links to /reset-password in the caller's language, and its token is stored hashed", async () => {
  const { member, email, url, token } = await forgetful('skleroza')
  expect(url.origin + url.pathname).toBe('http://localhost:3000/reset-password')
  expect((await mailsTo(t, email))[0]!.subject).toBe('Ustaw nowe hasło – Wątek')
  await english.auth.requestPasswordReset({ email: email.toUpperCase() })
  expect((await mailsTo(t, email))[0]!.subject).toContain('password')
  const kept = await t.db.select().from(emailToken).where(eq(emailToken.user_id, member.id))
  expect(kept.map((row) => row.purpose)).toEqual(['reset', 'reset'])
  expect(JSON.stringify(kept)).not.toContain(token)
})

test("PWD-13 API-8 a password reset replaces the password and ends that member's sessions", async () => {
  const { member, token } = await forgetful('zmiana')
  const other = await createMember(t, { username: 'swiadek' })
  await t.bearerOf(member)
  await t.bearerOf(member)
  await t.bearerOf(other)
  expect(await visitor.auth.confirmPasswordReset({ token, new_password: NEW })).toEqual({
    message: 'Hasło zostało zmienione. Możesz się zalogować.',
  })
  expect(await t.db.$count(session, eq(session.user_id, member.id))).toBe(0)
  expect(await t.db.$count(session, eq(session.user_id, other.id))).toBe(1)
  expect((await failure(visitor.auth.login({ username: 'zmiana', password: PASSWORD }))).code).toBe('bad_credentials')
  expect((await visitor.auth.login({ username: 'zmiana', password: NEW })).user.id).toBe(member.id)
})

test("PWD-13 a reset link works once and voids the member's other reset links", async () => {
  const { email, token } = await forgetful('raz')
  await visitor.auth.requestPasswordReset({ email })
  const second = await linkTo(t, email)
  await visitor.auth.confirmPasswordReset({ token, new_password: NEW })
  expect(await failure(visitor.auth.confirmPasswordReset({ token, new_password: NEW }))).toMatchObject({
    status: 400,
    code: 'bad_token',
  })
  expect((await failure(english.auth.confirmPasswordReset({ token: second.token, new_password: NEW }))).detail).toBe(
    'This link is invalid or has expired.',
  )
})

test('only one of ten simultaneous resets with the same link sets its password', async () => {
  const { token } = await forgetful('tlum')
  const passwords = Array.from({ length: 10 }, (_, at) => `Nowe1234${at}`)
  const results = await Promise.allSettled(
    passwords.map((new_password) => visitor.auth.confirmPasswordReset({ token, new_password })),
  )
  const winners = passwords.filter((_, at) => results[at]!.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  expect((await visitor.auth.login({ username: 'tlum', password: winners[0]! })).token_type).toBe('bearer')
})

test('PWD-13 a reset link works for one hour', async () => {
  const start = new Date()
  t.clock.now = () => start
  const { token } = await forgetful('godzina')
  t.clock.now = () => new Date(start.getTime() + LIFETIME.resetLink)
  expect((await failure(visitor.auth.confirmPasswordReset({ token, new_password: NEW }))).code).toBe('bad_token')
  t.clock.now = () => new Date(start.getTime() + LIFETIME.resetLink - 1)
  expect(await visitor.auth.confirmPasswordReset({ token, new_password: NEW })).toMatchObject({
    message: expect.any(String),
  })
  t.clock.now = () => new Date()
})

test('PWD-13 a reset with a weak password answers 422 at its field, and the link stays valid', async () => {
  const { token } = await forgetful('slabe')
  const error = await failure(visitor.auth.confirmPasswordReset({ token, new_password: 'slabe123' }))
  expect(error).toMatchObject({ status: 422, issues: { new_password: expect.stringContaining('8 znaków') } })
  expect(await visitor.auth.confirmPasswordReset({ token, new_password: NEW })).toMatchObject({
    message: expect.any(String),
  })
})

test('a password reset with an unknown token, or with a verification token, answers 400', async () => {
  const { email } = await createRegistration(t.db, { username: 'pomylka' })
  await visitor.auth.resendVerification({ email })
  const { token } = await linkTo(t, email)
  expect((await failure(visitor.auth.confirmPasswordReset({ token, new_password: NEW }))).code).toBe('bad_token')
  expect((await failure(visitor.auth.confirmPasswordReset({ token: 'nic', new_password: NEW }))).code).toBe('bad_token')
})

test('requesting a password reset for an unverified registration mails its verification link', async () => {
  const { email } = await createRegistration(t.db, { username: 'dowod' })
  await visitor.auth.requestPasswordReset({ email })
  const { url, token } = await linkTo(t, email)
  expect(url.pathname).toBe('/verify-email-login')
  expect(await visitor.auth.verifyEmail({ token })).toMatchObject({ username: 'dowod', already_verified: false })
})

test('requesting a password reset for a bot sends no mail', async () => {
  const bot = await createMember(t, { username: 'robot', is_bot: true })
  await visitor.auth.requestPasswordReset({ email: bot.email! })
  expect(await mailsTo(t, bot.email!)).toBeEmpty()
})
