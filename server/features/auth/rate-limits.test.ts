import { afterEach, expect, test } from 'bun:test'
import { catalog } from '#shared/i18n/index.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })
/** For what hashes many passwords on a busy machine, in milliseconds. */
const SLOW = 60_000

const from = (address: string, options: object = {}) => t.as(null, { address, ...options })

/** Calls one after the other; the code of each failure, 'ok' for the rest. */
async function outcomes(n: number, act: (at: number) => Promise<unknown>): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < n; at += 1) codes.push(await act(at).then(() => 'ok', (error: { code: string }) => error.code))
  return codes
}

const later = (minutes: number) => {
  const start = Date.now()
  t.clock.now = () => new Date(start + minutes * 60_000)
}

afterEach(() => {
  t.clock.now = () => new Date()
})

test('a name is good for ten attempts in a quarter hour, from wherever they come; then the right password waits too', async () => {
  await createMember(t, { username: 'Oblegana' })
  const codes = await outcomes(10, async (at) => (await from(`10.1.0.${at}`)).auth.login({ username: 'oblegana', password: 'Zle123456' }))
  expect(codes).toEqual(Array(10).fill('bad_credentials'))
  const error = await failure((await from('10.1.1.1')).auth.login({ username: 'OBLEGANA', password: PASSWORD }))
  expect(error).toMatchObject({ status: 429, code: 'too_many_requests' })
  later(15)
  expect(await (await from('10.1.1.1')).auth.login({ username: 'oblegana', password: PASSWORD })).toMatchObject({ token_type: 'bearer' })
}, SLOW)

test('a 429 says how long to wait, in Retry-After and in its detail', async () => {
  const body = JSON.stringify({ username: 'kto_wie', password: PASSWORD })
  const send = () => t.request('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json', cookie: 'language=en' }, body }, '10.2.0.1')
  await Promise.all(Array.from({ length: 10 }, send))
  const answer = await send()
  const wait = Number(answer.headers.get('retry-after'))
  expect(answer.status).toBe(429)
  expect(wait).toBeWithin(800, 901)
  expect(await answer.json()).toEqual({ detail: catalog('en').tooManyRequests(wait), code: 'too_many_requests' })
}, SLOW)

test('an address is good for fifty logins in a quarter hour; an IPv6 /64 is one address', async () => {
  const codes = await outcomes(51, async (at) => (await from(`2001:db8:1:2::${at}`)).auth.login({ username: `kolejna_${at}`, password: PASSWORD }))
  expect(codes.slice(0, 50)).toEqual(Array(50).fill('bad_credentials'))
  expect(codes[50]).toBe('too_many_requests')
  expect((await failure((await from('2001:db8:1:3::1')).auth.login({ username: 'kolejna_60', password: PASSWORD }))).code).toBe('bad_credentials')
}, SLOW)

test('an address registers five times an hour; what breaks a rule is not counted', async () => {
  const visitor = await from('10.3.0.1')
  await outcomes(5, () => visitor.auth.register({ username: 'x', email: 'x@example.org', password: PASSWORD }))
  const codes = await outcomes(6, (at) => visitor.auth.register({ username: `konto_${at}`, email: `konto${at}@example.org`, password: PASSWORD }))
  expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_requests'])
  later(60)
  expect(await visitor.auth.register({ username: 'konto_6', email: 'konto6@example.org', password: PASSWORD })).toMatchObject({ username: 'konto_6' })
}, SLOW)

test('an e-mail address gets three mails an hour, in any case, resent links and resets together', async () => {
  const ask = async (at: number) => {
    const visitor = await from(`10.4.0.${at}`)
    return at % 2 ? visitor.auth.resendVerification({ email: 'Prosze@example.org' }) : visitor.auth.requestPasswordReset({ email: 'prosze@EXAMPLE.org' })
  }
  expect(await outcomes(4, ask)).toEqual(['ok', 'ok', 'ok', 'too_many_requests'])
  later(60)
  expect(await outcomes(1, ask)).toEqual(['ok'])
})

test('an address asks for ten mails an hour', async () => {
  const visitor = await from('10.5.0.1')
  const codes = await outcomes(11, (at) => visitor.auth.requestPasswordReset({ email: `list${at}@example.org` }))
  expect(codes).toEqual([...Array(10).fill('ok'), 'too_many_requests'])
})

test('an address checks sixty names a minute', async () => {
  const visitor = await from('10.6.0.1')
  const codes = await outcomes(61, (at) => visitor.auth.checkUsername({ username: `nazwa_${at}` }))
  expect(codes).toEqual([...Array(60).fill('ok'), 'too_many_requests'])
})

test('a member puts their session into a cookie a hundred and twenty times a minute, and logs out after it', async () => {
  const member = await t.as(await createMember(t))
  const codes = await outcomes(121, () => member.auth.openSession())
  expect(codes).toEqual([...Array(120).fill('ok'), 'too_many_requests'])
  expect(await outcomes(2, () => member.auth.closeSession())).toEqual(['ok', 'ok'])
  expect(await member.auth.logout()).toEqual({ success: true })
})

test('an address is good for five wrong staff passwords in a quarter hour, wherever it sends them; then the right one waits too', async () => {
  const visitor = await from('10.7.0.1')
  const guessing = await from('10.7.0.1', { admin: 'wrong' })
  const codes = [
    ...await outcomes(2, () => visitor.adminAuth.login({ password: 'wrong' })),
    ...await outcomes(2, () => visitor.adminAuth.verify({ password: 'wrong' })),
    ...await outcomes(1, () => guessing.admin.me()),
  ]
  expect(codes).toEqual(['bad_admin_password', 'bad_admin_password', 'ok', 'ok', 'admin_credential'])
  expect(await failure(visitor.adminAuth.login({ password: ADMIN_PASSWORD }))).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect((await failure(visitor.adminAuth.verify({ password: ADMIN_PASSWORD }))).code).toBe('too_many_requests')
  expect(await (await from('10.7.0.2')).adminAuth.verify({ password: ADMIN_PASSWORD })).toEqual({ valid: true })
  later(15)
  expect(await visitor.adminAuth.verify({ password: ADMIN_PASSWORD })).toEqual({ valid: true })
})

test('a right staff password and an expired token are not counted as guesses', async () => {
  const visitor = await from('10.8.0.1')
  await outcomes(6, () => visitor.adminAuth.verify({ password: ADMIN_PASSWORD }))
  await outcomes(6, () => visitor.adminAuth.verify({ password: 'wat_expired' }))
  expect(await visitor.adminAuth.verify({ password: ADMIN_PASSWORD })).toEqual({ valid: true })
})

test('all addresses together are good for a hundred wrong staff passwords an hour', async () => {
  const everybody = await createTestApp({ RATE_LIMIT_SCALE: '1' })
  const guess = async (at: number) => (await everybody.as(null, { address: `10.9.0.${at >> 2}` })).adminAuth.verify({ password: 'wrong' })
  expect(await outcomes(100, guess)).toEqual(Array(100).fill('ok'))
  expect((await failure((await everybody.as(null, { address: '10.9.1.1' })).adminAuth.verify({ password: ADMIN_PASSWORD }))).status).toBe(429)
})
