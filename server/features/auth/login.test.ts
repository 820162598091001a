import { expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { LIFETIME } from '#shared/limits.ts'
import { createApp } from '#server/http/app.ts'
import { createDb } from '#server/db/driver/client.ts'
import { session } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createLogger } from '#server/lib/log.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createRegistration } from '#server/test/factories.ts'
import { COST, hashPassword, NO_PASSWORD_HASH } from './passwords.ts'
import { createMember, PASSWORD } from './testing/member.ts'
import { untilSomebodyWaits } from './testing/waiting.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

const send = (
  method: string,
  path: string,
  { body, token, cookie }: { body?: object; token?: string; cookie?: string } = {},
) =>
  t.request(path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    body: body && JSON.stringify(body),
  })
const login = (username: string, options: { password?: string; remember_me?: boolean } = {}) =>
  visitor.auth.login({ username, password: PASSWORD, ...options })
const isSignedIn = async (token: string) => (await send('POST', '/api/auth/session', { token })).status === 200

test('API-1 a member logs in by user name or by e-mail address, in any letter case', async () => {
  const member = await createMember(t, { username: 'Jagoda', email: 'Jagoda@example.org', karma: 7 })
  const answer = await login('jAGODA')
  expect(answer).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_at: expect.any(String),
    user: {
      id: member.id,
      username: 'Jagoda',
      email: 'Jagoda@example.org',
      karma: 7,
      email_verified: true,
      is_admin: false,
      avatar_url: null,
    },
  })
  expect((await login(' jagoda@EXAMPLE.org ')).user.id).toBe(member.id)
  expect(await isSignedIn(answer.access_token)).toBeTrue()
})

test('a session lasts 24 hours, or 30 days with remember me; then its token is refused', async () => {
  await createMember(t, { username: 'czas' })
  const start = new Date()
  t.clock.now = () => start
  const short = await login('czas')
  const long = await login('czas', { remember_me: true })
  expect(Date.parse(short.expires_at) - start.getTime()).toBe(86_400_000)
  expect(Date.parse(long.expires_at) - start.getTime()).toBe(2_592_000_000)
  t.clock.now = () => new Date(start.getTime() + LIFETIME.session - 1000)
  expect(await isSignedIn(short.access_token)).toBeTrue()
  t.clock.now = () => new Date(start.getTime() + LIFETIME.session)
  expect(await isSignedIn(short.access_token)).toBeFalse()
  expect(await isSignedIn(long.access_token)).toBeTrue()
  t.clock.now = () => new Date(start.getTime() + LIFETIME.rememberedSession)
  expect(await isSignedIn(long.access_token)).toBeFalse()
  t.clock.now = () => new Date()
})

test('a login sets an httpOnly cookie, which survives closing the browser only with remember me', async () => {
  await createMember(t, { username: 'ciastko' })
  const cookieOf = async (remember_me: boolean) =>
    (
      await send('POST', '/api/auth/login', { body: { username: 'ciastko', password: PASSWORD, remember_me } })
    ).headers.getSetCookie()[0]!
  expect(await cookieOf(false)).toMatch(/^session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await cookieOf(true)).toMatch(/^session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Expires=.+ GMT$/)
})

test('session cookies are Secure if the site is reached by https', async () => {
  const secure = createApp({ ...t.services, config: { ...t.config, publicUrl: 'https://watek.example' } })
  await createMember(t, { username: 'klodka' })
  const answer = await secure.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'klodka', password: PASSWORD }),
  })
  const cookies = answer.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0]!)).toEqual(['session', 'known_browser', 'known_browser'])
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
})

test('API-1 a login with a wrong password or an unknown user name gets the same 401, in both languages', async () => {
  await createMember(t, { username: 'znana' })
  const wrong = await failure(login('znana', { password: 'Inne12345' }))
  const unknown = await failure(login('nieznana'))
  expect(wrong).toMatchObject({
    status: 401,
    code: 'bad_credentials',
    detail: 'Nieprawidłowa nazwa użytkownika lub hasło.',
  })
  expect(unknown.body).toEqual(wrong.body)
  expect((await failure(english.auth.login({ username: 'nieznana@example.org', password: PASSWORD }))).detail).toBe(
    'Wrong username or password.',
  )
})

test('the password of an unknown user name is checked against a hash of the same cost as a real one', async () => {
  const hash = spyOn(Bun.password, 'hash')
  await hashPassword(PASSWORD)
  expect(hash.mock.calls).toEqual([[PASSWORD, COST]])
  hash.mockRestore()
  expect(NO_PASSWORD_HASH.split('$').slice(1, 4)).toEqual([
    COST.algorithm,
    'v=19',
    `m=${COST.memoryCost},t=${COST.timeCost},p=1`,
  ])
  expect(await Bun.password.verify(PASSWORD, NO_PASSWORD_HASH)).toBeFalse()
})

test.each(['a\0b', 'żółw', "' or 1=1 --", '@', 'a@b@c', '%', '💥'.repeat(40)])(
  'a login with the name %p is refused with 401',
  async (username) => {
    expect((await failure(login(username))).code).toBe('bad_credentials')
  },
)

test('a password matches in both composed and decomposed Unicode characters', async () => {
  await createMember(t, { username: 'ogonek', password_hash: await hashPassword('Zażółć123'.normalize('NFC')) })
  expect((await login('ogonek', { password: 'Zażółć123'.normalize('NFD') })).token_type).toBe('bearer')
})

test('LOGIN-6 API-1 logging in to an unverified registration answers 403 with its e-mail and user name', async () => {
  await createRegistration(t.db, { username: 'Czeka', email: 'czeka@example.org', password: PASSWORD })
  const expected = {
    detail: 'Email not verified',
    code: 'email_not_verified',
    email: 'czeka@example.org',
    username: 'Czeka',
  }
  expect(await failure(login('czeka'))).toMatchObject({ status: 403, body: expected })
  expect((await failure(english.auth.login({ username: 'CZEKA@example.org', password: PASSWORD }))).body).toEqual(
    expected,
  )
  expect((await failure(login('czeka', { password: 'Inne12345' }))).body).toEqual({
    detail: expect.any(String),
    code: 'bad_credentials',
  })
})

test('a login with the password of any unverified registration of an e-mail address gets 403', async () => {
  await createRegistration(t.db, { username: 'obok_a', email: 'obok@example.org', password: 'Pierwsze123' })
  await createRegistration(t.db, { username: 'obok_b', email: 'OBOK@example.org', password: 'Drugie1234' })
  const refusal = async (username: string, password: string) => (await failure(login(username, { password }))).body
  expect(await refusal('obok_a', 'Pierwsze123')).toMatchObject({ code: 'email_not_verified', username: 'obok_a' })
  expect(await refusal('obok@example.org', 'Pierwsze123')).toMatchObject({
    code: 'email_not_verified',
    username: 'obok_a',
  })
  expect(await refusal('obok@example.org', 'Drugie1234')).toMatchObject({
    code: 'email_not_verified',
    username: 'obok_b',
  })
  expect(await refusal('obok_a', 'Drugie1234')).toMatchObject({ code: 'bad_credentials' })
})

async function inTurn<A, B>(all: A[], action: (one: A) => Promise<B>): Promise<B[]> {
  const results: B[] = []
  for (const one of all) results.push(await action(one))
  return results
}

test('a failing login checks the same number of password hashes for every user name', async () => {
  await createMember(t, { username: 'stoper' })
  await createRegistration(t.db, { username: 'stoper_czeka', password: PASSWORD })
  const names = ['stoper_nikt', 'stoper', 'stoper@example.org', 'stoper_czeka', 'nikt@example.org', 'zły login']
  const verify = spyOn(Bun.password, 'verify')
  const outcomes = await inTurn(names, async (name) => {
    verify.mockClear()
    const { code } = await failure(login(name, { password: 'Inne12345' }))
    return [code, verify.mock.calls.length]
  })
  verify.mockRestore()
  expect(outcomes).toEqual(Array(names.length).fill(['bad_credentials', 3]))
})

test('a deleted account and a bot cannot log in with any password', async () => {
  await createMember(t, { username: 'usunieta_', email: null, deleted_at: new Date() })
  await createMember(t, { username: 'automat', is_bot: true })
  expect((await failure(login('usunieta_'))).code).toBe('bad_credentials')
  expect((await failure(login('automat'))).code).toBe('bad_credentials')
})

test('a login that overlaps a password change leaves no session behind', async () => {
  const member = await createMember(t, { username: 'wyscig' })
  const outcome = await t.db.transaction(async (tx) => {
    await tx
      .update(user)
      .set({ password_hash: await hashPassword('Nowe12345') })
      .where(eq(user.id, member.id))
    const late = failure(login('wyscig'))
    await untilSomebodyWaits(t.db)
    return { late }
  })
  expect((await outcome.late).code).toBe('bad_credentials')
  expect(await t.db.$count(session, eq(session.user_id, member.id))).toBe(0)
})

test('LOGIN-8 API-4 logging out ends only the session used, at once in every server process', async () => {
  await createMember(t, { username: 'wyloguj' })
  const other = createApp(t.services)
  const elsewhere = (token: string) =>
    other.request('/api/auth/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const [first, second] = [await login('wyloguj'), await login('wyloguj')]
  expect((await elsewhere(first.access_token)).status).toBe(200)
  const answer = await send('POST', '/api/auth/logout', { token: first.access_token })
  expect(await answer.json()).toEqual({ success: true })
  expect(answer.headers.get('set-cookie')).toBe(
    'session=; Path=/; HttpOnly; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  )
  expect((await elsewhere(first.access_token)).status).toBe(401)
  expect((await elsewhere(second.access_token)).status).toBe(200)
})

test("logging out succeeds with an ended session's token, a forged token, and no token", async () => {
  await createMember(t, { username: 'dwa_razy' })
  const { access_token: token } = await login('dwa_razy')
  await send('POST', '/api/auth/logout', { token })
  const answers = await Promise.all([
    send('POST', '/api/auth/logout', { token }),
    send('POST', '/api/auth/logout', { token: 'nonsense' }),
    send('POST', '/api/auth/logout'),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(answers.map((answer) => answer.headers.get('set-cookie'))).toEqual(
    Array(3).fill(expect.stringContaining('session=;')),
  )
})

test("setting the session cookie requires the session's bearer token; the cookie alone is refused", async () => {
  const member = await createMember(t, { username: 'kotwica' })
  const { access_token } = await login('kotwica', { remember_me: true })
  const opened = await send('POST', '/api/auth/session', { token: access_token })
  expect(await opened.json()).toMatchObject({ user: { id: member.id, username: 'kotwica', email_verified: true } })
  const cookie = opened.headers.get('set-cookie')!
  expect(cookie).toContain('; Expires=')
  const alone = await send('POST', '/api/auth/session', { cookie: cookie.split(';')[0]! })
  expect(alone.status).toBe(401)
  expect(await t.db.$count(session, eq(session.user_id, member.id))).toBe(1)
})

test('DELETE /api/auth/session clears the cookie and keeps the session valid for its bearer token', async () => {
  await createMember(t, { username: 'zostaje' })
  const { access_token: token } = await login('zostaje')
  const answer = await send('DELETE', '/api/auth/session')
  expect(await answer.json()).toEqual({ success: true })
  expect(answer.headers.get('set-cookie')).toStartWith('session=; ')
  expect(await isSignedIn(token)).toBeTrue()
})

test('a token that is forged, expired or of another issuer causes no database query', async () => {
  const closed = createDb(t.url)
  await closed.close()
  const blind = createApp({ ...t.services, db: closed.db, log: createLogger('silent', false) })
  const status = async (token: string) =>
    (await blind.request('/api/auth/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status
  const sign = (secret: string, issuer: string, alg: string, life: string) =>
    new SignJWT({ sid: 'x' })
      .setProtectedHeader({ alg })
      .setIssuer(issuer)
      .setSubject('1')
      .setExpirationTime(life)
      .sign(new TextEncoder().encode(secret))
  const secret = t.config.sessionSecret
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sid":"x","iss":"watek","exp":9999999999}')}.`.replaceAll(
    '=',
    '',
  )
  expect(await status(await sign('another secret of the same length', 'watek', 'HS256', '1h'))).toBe(401)
  expect(await status(await sign(secret, 'somebody', 'HS256', '1h'))).toBe(401)
  expect(await status(await sign(secret, 'watek', 'HS512', '1h'))).toBe(401)
  expect(await status(await sign(secret, 'watek', 'HS256', '-1s'))).toBe(401)
  expect(await status(unsigned)).toBe(401)
  expect(await status('a.b.c')).toBe(401)
  expect(await status(await sign(secret, 'watek', 'HS256', '1h'))).toBe(503)
})
