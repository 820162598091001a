import { expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { emailToken, registration } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { linkTo, mailsTo } from './testing/mails.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

const SLOW_TIMEOUT_MS = 60_000

const accountsOf = (email: string) =>
  t.db
    .select()
    .from(user)
    .where(eq(sql`lower(${user.email})`, email.toLowerCase()))
const registrationsOf = (email: string) =>
  t.db
    .select()
    .from(registration)
    .where(eq(sql`lower(${registration.email})`, email.toLowerCase()))
    .orderBy(registration.id)
const times = <T>(n: number, action: (at: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: n }, (_, at) => action(at)))
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  t.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('API-2 registering creates no account yet and answers 201 with e-mail address and user name', async () => {
  const answer = await post('/api/auth/register', { username: 'Ala_1', email: ' Ala@Example.org ', password: PASSWORD })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ email: 'Ala@Example.org', username: 'Ala_1' })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await accountsOf('ala@example.org')).toBeEmpty()
  expect(await registrationsOf('ala@example.org')).toMatchObject([{ username: 'Ala_1', email: 'Ala@Example.org' }])
})

test("REG-11 a registration mail is in the caller's language and links to the verification page", async () => {
  await visitor.auth.register({ username: 'polka', email: 'polka@example.org', password: PASSWORD })
  await english.auth.register({ username: 'english', email: 'english@example.org', password: PASSWORD })
  const { url, token } = await linkTo(t, 'polka@example.org')
  expect(url.origin + url.pathname).toBe('http://localhost:3000/verify-email-login')
  expect(url.searchParams.get('email')).toBe('polka@example.org')
  expect(token).toHaveLength(43)
  expect((await mailsTo(t, 'polka@example.org'))[0]!.subject).toContain('Potwierdź')
  expect((await mailsTo(t, 'english@example.org'))[0]!.text).toContain('24 hours')
})

test('mailed links lead to the configured normal or adult host, whatever Host header the request has', async () => {
  await post(
    '/api/auth/register',
    { username: 'nocna', email: 'nocna@example.org', password: PASSWORD },
    { host: 'adult.localhost:3000' },
  )
  await post(
    '/api/auth/register',
    { username: 'zlodziej', email: 'zlodziej@example.org', password: PASSWORD },
    { host: 'evil.example' },
  )
  expect((await linkTo(t, 'nocna@example.org')).url.origin).toBe('http://adult.localhost:3000')
  expect((await linkTo(t, 'zlodziej@example.org')).url.origin).toBe('http://localhost:3000')
})

test('VER-9 a registration stores its password and the token of its link only as hashes', async () => {
  await visitor.auth.register({ username: 'sejf', email: 'sejf@example.org', password: 'Sekretne0haslo' })
  const jobs = await t.db.execute(sql`select payload from graphile_worker._private_jobs`)
  const [pending] = await registrationsOf('sejf@example.org')
  expect(jobs.map(({ payload }) => payload)).toContainEqual({
    kind: 'registration',
    registration_id: pending!.id,
    lang: 'pl',
    variant: 'normal',
  })
  expect(JSON.stringify(jobs)).not.toContain('Sekretne0haslo')
  const { token } = await linkTo(t, 'sejf@example.org')
  const [link] = await t.db.select().from(emailToken).where(eq(emailToken.registration_id, pending!.id))
  expect(pending!.password_hash).toStartWith('$argon2id$')
  expect(JSON.stringify([pending, link])).not.toContain('Sekretne0haslo')
  expect(JSON.stringify([pending, link])).not.toContain(token)
  expect(link!.token_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('REG-1 a user name that is taken, in any letter case, answers 409 username_taken', async () => {
  await createUser(t.db, { username: 'Zajeta' })
  const request = { username: 'zAJETA', email: 'nowa@example.org', password: PASSWORD }
  expect(await failure(visitor.auth.register(request))).toMatchObject({
    status: 409,
    code: 'username_taken',
    detail: 'Ta nazwa użytkownika jest zajęta. Wybierz inną.',
  })
  expect(await failure(english.auth.register(request))).toMatchObject({ status: 409, code: 'username_taken' })
  expect(await accountsOf('nowa@example.org')).toBeEmpty()
})

test('the user name of a deleted account stays taken', async () => {
  await createUser(t.db, { username: 'nagrobek', email: null, deleted_at: new Date() })
  const error = await failure(
    visitor.auth.register({ username: 'Nagrobek', email: 'inna@example.org', password: PASSWORD }),
  )
  expect(error.code).toBe('username_taken')
})

test.each([
  ['ab', 'Nazwa użytkownika musi mieć co najmniej 3 znaki', 'Username must be at least 3 characters'],
  ['Admin', 'Ta nazwa jest zastrzeżona. Wybierz inną.', 'reserved'],
  ['me_', 'Ta nazwa jest zastrzeżona. Wybierz inną.', 'reserved'],
  ['żółw', 'Nazwa może mieć od 3 do 30 znaków', '3 to 30'],
  ['a b c', 'Nazwa może mieć od 3 do 30 znaków', '3 to 30'],
  ['a'.repeat(31), 'Nazwa może mieć od 3 do 30 znaków', '3 to 30'],
])('REG-1,10 the invalid username %p answers 422 with a message at its field', async (username, polish, inEnglish) => {
  const request = { username, email: 'regula@example.org', password: PASSWORD }
  const error = await failure(visitor.auth.register(request))
  expect(error.status).toBe(422)
  expect(error.issues.username).toStartWith(polish)
  expect((await failure(english.auth.register(request))).issues.username).toContain(inEnglish)
})

test.each(['Haslo12', 'haslo1234', 'HASLO1234', 'Hasloooo', `${'Aa1'.repeat(67)}`])(
  'REG-6,10 the password %p is too weak or too long and answers 422',
  async (password) => {
    const error = await failure(visitor.auth.register({ username: 'regula', email: 'regula@example.org', password }))
    expect(error).toMatchObject({ status: 422, code: 'invalid', issues: { password: expect.any(String) } })
  },
)

test.each([
  '',
  'regula',
  'regula@',
  'regula@localhost',
  'a@b.pl\nBcc: c@d.pl',
  'a@b.pl, c@d.pl',
  '<a@b.pl>',
  `${'a'.repeat(250)}@b.pl`,
])('REG-10 the invalid e-mail address %p answers 422', async (email) => {
  const error = await failure(visitor.auth.register({ username: 'regula', email, password: PASSWORD }))
  expect(error).toMatchObject({ status: 422, issues: { email: expect.any(String) } })
})

test('API-2 registering an e-mail address that has an account answers 201 and mails its owner', async () => {
  const owner = await createMember(t, { username: 'wlasciciel', email: 'Wlasciciel@example.org' })
  const request = { username: 'oszust', email: 'wlasciciel@EXAMPLE.org', password: 'Inne12345' }
  const answer = await post('/api/auth/register', request)
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ email: request.email, username: 'oszust' })
  expect(await accountsOf(owner.email!)).toEqual([owner])
  const [mail] = await mailsTo(t, owner.email!)
  expect(mail!.subject).toBe('Masz już konto – Wątek')
  expect(mail!.links).toEqual(['http://localhost:3000/login', 'http://localhost:3000/forgot-password'])
  expect(await visitor.auth.checkUsername({ username: 'oszust' })).toEqual({ available: true })
})

test('registering an e-mail address that has an account does the same work as registering any other', async () => {
  const own = await createTestApp()
  const api = await own.as(null)
  await createMember(own, { username: 'pomiar', email: 'pomiar@example.org' })
  const hash = spyOn(Bun.password, 'hash')
  const traceOf = async (username: string, email: string) => {
    hash.mockClear()
    await api.auth.register({ username, email, password: PASSWORD })
    const jobs = await own.db.execute<{ payload: object }>(sql`select payload from graphile_worker._private_jobs`)
    await mailsTo(own, email)
    return {
      hashed: hash.mock.calls.length,
      stored: await own.db.$count(registration, eq(registration.email, email)),
      jobs: jobs.map(({ payload }) => Object.keys(payload)),
    }
  }
  const known = await traceOf('pomiar_a', 'pomiar@example.org')
  const unknown = await traceOf('pomiar_b', 'pomiar_b@example.org')
  hash.mockRestore()
  expect(known).toEqual({ hashed: 1, stored: 1, jobs: [['kind', 'registration_id', 'lang', 'variant']] })
  expect(unknown).toEqual(known)
})

test(
  'one user name can be registered twenty times at once; the first opened link creates the account',
  async () => {
    const results = await times(20, (at) =>
      visitor.auth.register({ username: 'tlok', email: `tlok${at}@example.org`, password: PASSWORD }),
    )
    expect(results.map((result) => result.status)).toEqual(Array(20).fill('fulfilled'))
    const links = []
    for (const at of [3, 7, 11]) links.push(await linkTo(t, `tlok${at}@example.org`))
    const opened = await Promise.allSettled(links.map(({ token }) => visitor.auth.verifyEmail({ token })))
    const refused = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(['username_taken', 'username_taken'])
    expect(await t.db.$count(user, eq(user.username, 'tlok'))).toBe(1)
  },
  SLOW_TIMEOUT_MS,
)

test(
  'registering one e-mail address five times at once mails five links; one of them creates an account',
  async () => {
    await times(5, (at) =>
      visitor.auth.register({ username: `fala_${at}`, email: 'fala@example.org', password: PASSWORD }),
    )
    const mails = await mailsTo(t, 'fala@example.org')
    expect(mails).toHaveLength(5)
    const tokens = mails.map(({ links }) => new URL(links[0]!).searchParams.get('token')!)
    const opened = await Promise.allSettled(tokens.map((token) => visitor.auth.verifyEmail({ token })))
    const refused = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(Array(4).fill('bad_token'))
    expect(await accountsOf('fala@example.org')).toHaveLength(1)
  },
  SLOW_TIMEOUT_MS,
)

test('API-3 a user name is available if it follows the rules and nobody has it in any letter case', async () => {
  await createUser(t.db, { username: 'Obecna' })
  const available = async (username: string) => (await visitor.auth.checkUsername({ username })).available
  expect(await available('zupelnie_nowa')).toBeTrue()
  expect(await available(' zupelnie_nowa ')).toBeTrue()
  expect(await available('OBECNA')).toBeFalse()
  expect(await available('moderator')).toBeFalse()
  expect(await available('ab')).toBeFalse()
  expect(await available('łąka')).toBeFalse()
  expect(await available('a\0b')).toBeFalse()
  expect(await available('')).toBeFalse()
})
