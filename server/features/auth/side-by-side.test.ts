import { expect, test } from 'bun:test'
import { LIFETIME } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { linkTo, mailsTo } from './testing/mails.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

const register = (username: string, email: string, password = PASSWORD) =>
  visitor.auth.register({ username, email, password })
const login = (username: string, password = PASSWORD) => visitor.auth.login({ username, password })
const codeOf = async (call: Promise<unknown>) => (await failure(call)).code

async function askAbout(username: string, email: string) {
  return {
    available: (await visitor.auth.checkUsername({ username })).available,
    profile: await codeOf(visitor.users.get({ username })),
    found: (await visitor.users.search({ q: username })).length,
    login: await failure(login(username)).then(({ status, code }) => [status, code]),
    loginByEmail: await failure(login(email)).then(({ status, code }) => [status, code]),
    resent: await visitor.auth.resendVerification({ email }),
    reset: await visitor.auth.requestPasswordReset({ email }),
    registeredAgain: Object.keys(await register(username, `inny_${email}`)),
  }
}

const SLOW_TIMEOUT_MS = 60_000

test(
  'the response to a registration does not reveal if the e-mail is taken, even after the mails were sent',
  async () => {
    const owner = await createMember(t, { username: 'posiadacz', email: 'posiadacz@example.org', password_hash: null })
    await register('sonda_a', owner.email!)
    await register('sonda_b', 'nieznany@example.org')
    const before = [await askAbout('sonda_a', owner.email!), await askAbout('sonda_b', 'nieznany@example.org')]
    expect(before[0]).toEqual(before[1]!)
    expect(before[0]).toMatchObject({
      available: true,
      profile: 'user_not_found',
      found: 0,
      login: [403, 'email_not_verified'],
    })
    await mailsTo(t, owner.email!)
    expect(await askAbout('sonda_a', owner.email!)).toEqual(before[0]!)
    expect(await askAbout('sonda_b', 'nieznany@example.org')).toEqual(before[0]!)
  },
  SLOW_TIMEOUT_MS,
)

test("the first opened verification link creates the account and voids the address's other links", async () => {
  await register('alicja', 'Alicja@example.org', 'Alicja1234')
  const own = await linkTo(t, 'alicja@example.org')
  await register('mallory', 'alicja@example.org', 'Mallory1234')
  const foreign = await linkTo(t, 'alicja@example.org')
  expect(await visitor.auth.verifyEmail({ token: own.token })).toMatchObject({
    username: 'alicja',
    already_verified: false,
  })
  expect((await login('alicja', 'Alicja1234')).user).toMatchObject({
    username: 'alicja',
    email: 'Alicja@example.org',
    email_verified: true,
  })
  expect(await codeOf(visitor.auth.verifyEmail({ token: foreign.token }))).toBe('bad_token')
  expect(await codeOf(login('alicja', 'Mallory1234'))).toBe('bad_credentials')
  expect(await visitor.auth.checkUsername({ username: 'mallory' })).toEqual({ available: true })
})

test('each verification mail of two registrations with one e-mail address greets its own user name', async () => {
  await register('pierwsza', 'obie@example.org')
  await register('druga', 'obie@example.org')
  const texts = (await mailsTo(t, 'obie@example.org')).map(({ text }) => text)
  expect(texts.map((text) => /Cześć, (\w+)!/.exec(text)![1])).toEqual(['druga', 'pierwsza'])
})

test('a verification link whose user name was taken answers 409, and the e-mail may be registered again', async () => {
  await register('rozchwytywana', 'spozniona@example.org')
  const { token } = await linkTo(t, 'spozniona@example.org')
  await createUser(t.db, { username: 'Rozchwytywana' })
  expect(await failure(visitor.auth.verifyEmail({ token }))).toMatchObject({ status: 409, code: 'username_taken' })
  expect(await failure(english.auth.verifyEmail({ token }))).toMatchObject({ status: 409, code: 'username_taken' })
  await register('druga_proba', 'spozniona@example.org')
  const again = await linkTo(t, 'spozniona@example.org')
  expect(await visitor.auth.verifyEmail({ token: again.token })).toMatchObject({
    username: 'druga_proba',
    already_verified: false,
  })
})

test('requesting verification again mails a link per registration, or a hint if an account exists', async () => {
  await register('stara', 'dwie@example.org')
  await register('nowa', 'dwie@example.org')
  expect(await mailsTo(t, 'dwie@example.org')).toHaveLength(2)
  await visitor.auth.resendVerification({ email: 'DWIE@example.org' })
  const mails = await mailsTo(t, 'dwie@example.org')
  expect(mails).toHaveLength(4)
  expect(mails[0]!.text).toContain('Cześć, nowa!')
  const token = new URL(mails[1]!.links[0]!).searchParams.get('token')!
  expect(await visitor.auth.verifyEmail({ token })).toMatchObject({ username: 'stara' })
  await visitor.auth.resendVerification({ email: 'dwie@example.org' })
  expect((await mailsTo(t, 'dwie@example.org'))[0]!.subject).toBe('Masz już konto – Wątek')
})

test('deleting an account deletes the registrations of its e-mail address', async () => {
  await register('odchodzaca', 'odchodzaca@example.org')
  const { token } = await linkTo(t, 'odchodzaca@example.org')
  const { user } = await visitor.auth.verifyEmail({ token })
  await register('ponowna', 'odchodzaca@example.org')
  await (await t.as(user)).users.removeMe({ password: PASSWORD })
  expect(await codeOf(login('ponowna'))).toBe('bad_credentials')
})

test('an unverified registration expires after seven days', async () => {
  await register('tygodniowa', 'tygodniowa@example.org')
  t.clock.now = () => new Date(Date.now() + LIFETIME.registration + 1_000)
  expect(await codeOf(login('tygodniowa'))).toBe('bad_credentials')
  t.clock.now = () => new Date()
})
