import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { session } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createRegistration, createUser } from '#server/test/factories.ts'
import { linkTo, mailsTo } from './testing/mails.ts'
import { createMember } from './testing/member.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

async function waiting(username: string) {
  const { email } = await createRegistration(t.db, { username })
  await visitor.auth.resendVerification({ email })
  return { email, token: (await linkTo(t, email)).token }
}

const hasAccount = async (username: string) => (await t.db.$count(user, eq(user.username, username))) === 1

test('API-6 a verification link creates the account and signs its owner in for a day', async () => {
  const { token } = await waiting('nowa')
  const answer = await t.request(`/api/auth/verify-email?token=${token}&email=NOWA%40example.org`)
  const body = (await answer.json()) as Record<string, string>
  expect(body).toEqual({
    message: 'Adres e-mail został potwierdzony.',
    username: 'nowa',
    already_verified: false,
    access_token: expect.any(String),
    expires_at: expect.any(String),
    user: {
      id: expect.any(Number),
      username: 'nowa',
      email: 'nowa@example.org',
      karma: 0,
      email_verified: true,
      is_admin: false,
      avatar_url: null,
    },
  } as never)
  expect(answer.headers.getSetCookie()[0]).toBe(`session=${body.access_token}; Path=/; HttpOnly; SameSite=Lax`)
  const signedIn = await t.request('/api/auth/session', {
    method: 'POST',
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(signedIn.status).toBe(200)
})

test('VER-9 API-6 a verification link reopened within a day answers already_verified, without a session', async () => {
  const { token } = await waiting('druga_wizyta')
  await visitor.auth.verifyEmail({ token })
  const answer = await t.request(`/api/auth/verify-email?token=${token}`)
  expect(await answer.json()).toEqual({
    message: 'Ten adres e-mail jest już potwierdzony. Możesz się zalogować.',
    username: 'druga_wizyta',
    already_verified: true,
    access_token: null,
    expires_at: null,
    user: null,
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect((await english.auth.verifyEmail({ token })).message).toBe(
    'This e-mail address is already verified. You can log in.',
  )
})

test('only one of ten simultaneous visits to a verification link is signed in', async () => {
  const { token } = await waiting('dziesiec')
  const before = await t.db.$count(session)
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.auth.verifyEmail({ token })))
  expect(answers.filter((answer) => !answer.already_verified && answer.access_token !== null)).toHaveLength(1)
  expect(answers.filter((answer) => answer.already_verified && answer.access_token === null)).toHaveLength(9)
  expect(await t.db.$count(session)).toBe(before + 1)
})

test('a verification link sent with the e-mail of another registration is refused and stays valid', async () => {
  const mine = await waiting('moja')
  const other = await waiting('cudza')
  const error = await failure(visitor.auth.verifyEmail({ token: mine.token, email: other.email }))
  expect(error).toMatchObject({ status: 400, code: 'bad_token' })
  expect([await hasAccount('moja'), await hasAccount('cudza')]).toEqual([false, false])
  expect(await visitor.auth.verifyEmail({ token: mine.token, email: mine.email })).toMatchObject({
    username: 'moja',
    already_verified: false,
  })
})

test.each(['', 'x', 'nieznany'.repeat(20)])(
  'the verification token %p answers 400 bad_token, with the error text in detail and in error',
  async (token) => {
    const polish = await failure(visitor.auth.verifyEmail({ token }))
    expect(polish.status).toBe(400)
    expect(polish.body).toEqual({
      detail: 'Ten link jest nieprawidłowy albo wygasł.',
      code: 'bad_token',
      error: 'Ten link jest nieprawidłowy albo wygasł.',
    })
    const { body } = await failure(english.auth.verifyEmail({ token }))
    expect(body).toMatchObject({ code: 'bad_token', detail: body.error })
    expect(body.detail).not.toBe(polish.detail)
  },
)

test('VER-9 a verification link works for exactly 24 hours, whether used or not', async () => {
  const start = new Date()
  t.clock.now = () => start
  const used = await waiting('zdazyla')
  const late = await waiting('spozniona')
  t.clock.now = () => new Date(start.getTime() + LIFETIME.verificationLink - 1)
  expect((await visitor.auth.verifyEmail({ token: used.token })).already_verified).toBeFalse()
  t.clock.now = () => new Date(start.getTime() + LIFETIME.verificationLink)
  expect((await failure(visitor.auth.verifyEmail({ token: late.token }))).code).toBe('bad_token')
  expect((await failure(visitor.auth.verifyEmail({ token: used.token }))).code).toBe('bad_token')
  expect(await hasAccount('spozniona')).toBeFalse()
  t.clock.now = () => new Date()
})

test('the verification link of a deleted account is refused', async () => {
  const { token } = await waiting('zniknela')
  await visitor.auth.verifyEmail({ token })
  await t.db.update(user).set({ deleted_at: new Date(), email: null }).where(eq(user.username, 'zniknela'))
  expect((await failure(visitor.auth.verifyEmail({ token }))).code).toBe('bad_token')
})

test('a password reset link cannot verify an e-mail address', async () => {
  const member = await createUser(t.db, { username: 'inny_cel' })
  await visitor.auth.requestPasswordReset({ email: member.email! })
  const { token } = await linkTo(t, member.email!)
  expect((await failure(visitor.auth.verifyEmail({ token }))).code).toBe('bad_token')
})

test('API-5 resending verification answers the same for any e-mail, and mails only an unverified one', async () => {
  const { email } = await waiting('czekajaca')
  const verified = await createMember(t, { username: 'gotowa' })
  const answers = await Promise.all(
    [email, verified.email!, 'nikt@example.org'].map((address) => visitor.auth.resendVerification({ email: address })),
  )
  expect(answers).toEqual(Array(3).fill(answers[0]))
  expect(await mailsTo(t, email)).toHaveLength(2)
  expect(await mailsTo(t, verified.email!)).toBeEmpty()
  expect(await mailsTo(t, 'nikt@example.org')).toBeEmpty()
  expect(await english.auth.resendVerification({ email })).not.toEqual(answers[0])
})

test('an older verification link of a registration still works, and using one voids the other', async () => {
  const { email, token: older } = await waiting('dwa_linki')
  await visitor.auth.resendVerification({ email })
  const { token: newer } = await linkTo(t, email)
  expect(newer).not.toBe(older)
  expect((await visitor.auth.verifyEmail({ token: older })).access_token).toBeString()
  expect(await visitor.auth.verifyEmail({ token: newer })).toMatchObject({
    already_verified: true,
    access_token: null,
    user: null,
  })
})
