import { afterEach, expect, test } from 'bun:test'
import { catalog } from '#shared/i18n/index.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createComment, createPost } from '#server/test/factories.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })
const SLOW_TIMEOUT_MS = 60_000

const from = (address: string, options: object = {}) => t.as(null, { address, ...options })

async function outcomes(n: number, action: (at: number) => Promise<unknown>): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < n; at += 1)
    codes.push(
      await action(at).then(
        () => 'ok',
        (error: { code: string }) => error.code,
      ),
    )
  return codes
}

const later = (minutes: number) => {
  const start = Date.now()
  t.clock.now = () => new Date(start + minutes * 60_000)
}

afterEach(() => {
  t.clock.now = () => new Date()
})

const guess = async (address: string, username: string) =>
  (await from(address)).auth.login({ username, password: 'Zle123456' })
const signIn = async (address: string, username: string, headers = {}) =>
  (await from(address, { headers })).auth.login({ username, password: PASSWORD })

test(
  'an account accepts ten wrong passwords per 15 minutes, for user name and e-mail together',
  async () => {
    const { email } = await createMember(t, { username: 'Oblegana' })
    const codes = await outcomes(12, (at) => guess(`10.1.0.${at}`, at % 2 ? 'oblegana' : email!.toUpperCase()))
    expect(codes).toEqual([...Array(10).fill('bad_credentials'), 'too_many_requests', 'too_many_requests'])
    later(15)
    expect(await outcomes(1, () => guess('10.1.1.1', 'OBLEGANA'))).toEqual(['bad_credentials'])
  },
  SLOW_TIMEOUT_MS,
)

test(
  'the right password is accepted from another IP address, while the guessing IP address must wait',
  async () => {
    await createMember(t, { username: 'Zamknieta' })
    await outcomes(10, () => guess('10.11.0.1', 'zamknieta'))
    expect((await failure(signIn('10.11.0.1', 'zamknieta'))).code).toBe('too_many_requests')
    expect(await signIn('10.11.0.2', 'ZAMKNIETA')).toMatchObject({ token_type: 'bearer' })
    later(15)
    expect(await signIn('10.11.0.1', 'zamknieta')).toMatchObject({ token_type: 'bearer' })
  },
  SLOW_TIMEOUT_MS,
)

test(
  'the right password is accepted from an IP address without guesses, however many others guessed',
  async () => {
    await createMember(t, { username: 'Rozproszona' })
    const codes = await outcomes(100, (at) => guess(`10.16.${at % 10}.1`, 'rozproszona'))
    expect(new Set(codes)).toEqual(new Set(['bad_credentials', 'too_many_requests']))
    later(16)
    expect((await failure(guess('10.17.0.1', 'rozproszona'))).code).toBe('too_many_requests')
    expect((await failure(signIn('10.17.0.1', 'rozproszona'))).code).toBe('too_many_requests')
    expect(await signIn('10.17.0.2', 'rozproszona')).toMatchObject({ token_type: 'bearer' })
  },
  SLOW_TIMEOUT_MS,
)

test(
  'right passwords are not counted, so a member can sign in any number of times, even simultaneously',
  async () => {
    await createMember(t, { username: 'Czesta' })
    expect(await outcomes(40, () => signIn('10.18.0.1', 'czesta'))).toEqual(Array(40).fill('ok'))
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => outcomes(1, () => signIn('10.18.0.1', 'czesta'))))
    expect(atOnce.flat()).toEqual(Array(20).fill('ok'))
    expect(await outcomes(11, () => guess('10.18.0.1', 'czesta'))).toEqual([
      ...Array(10).fill('bad_credentials'),
      'too_many_requests',
    ])
  },
  SLOW_TIMEOUT_MS,
)

test(
  'at most ten of many simultaneous wrong passwords are checked',
  async () => {
    await createMember(t, { username: 'Tlumna' })
    const codes = await Promise.all(Array.from({ length: 30 }, () => outcomes(1, () => guess('10.19.0.1', 'tlumna'))))
    expect(codes.flat().filter((code) => code === 'bad_credentials')).toHaveLength(10)
    expect((await failure(signIn('10.19.0.1', 'tlumna'))).code).toBe('too_many_requests')
  },
  SLOW_TIMEOUT_MS,
)

test(
  'guesses from a blocked IP address do not count against accounts, so nobody can be locked out',
  async () => {
    await createMember(t, { username: 'Spokojna' })
    await outcomes(50, (at) => guess('10.12.0.1', `ktos_${at}`))
    expect(await outcomes(20, () => guess('10.12.0.1', 'spokojna'))).toEqual(Array(20).fill('too_many_requests'))
    expect(await outcomes(10, () => guess('10.12.0.2', 'spokojna'))).toEqual(Array(10).fill('bad_credentials'))
  },
  SLOW_TIMEOUT_MS,
)

test(
  "a browser known to an account is exempt from that account's login lock, but not from another account's",
  async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '0.1' })
    await Promise.all([createMember(strict, { username: 'Stala' }), createMember(strict, { username: 'Obca' })])
    const login = (username: string, password: string, address: string, cookie = '') =>
      strict.request(
        '/api/auth/login',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ username, password }),
        },
        address,
      )
    const set = (await login('Stala', PASSWORD, '10.13.0.1')).headers
      .getSetCookie()
      .find((line) => line.startsWith('known_browser='))!
    expect(set).toContain('; HttpOnly; SameSite=Lax')
    const cookie = set.split(';')[0]!
    await outcomes(10, async (at) => login('stala', 'Zle123456', `10.13.0.${at}`))
    await outcomes(10, async (at) => login('obca', 'Zle123456', `10.13.1.${at}`))
    const statuses = [
      await login('Stala', PASSWORD, '10.13.0.1'),
      await login('Stala', PASSWORD, '10.13.0.2', cookie),
      await login('Obca', PASSWORD, '10.13.1.3', cookie),
      await login('Stala', PASSWORD, '10.13.0.4', `${cookie.slice(0, -3)}AAA`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([429, 200, 429, 429])
  },
  SLOW_TIMEOUT_MS,
)

test(
  'a browser that signed in before has its own limit of ten wrong passwords',
  async () => {
    await createMember(t, { username: 'Pozyczona' })
    const login = (password: string, address: string, cookie = '') =>
      t.request(
        '/api/auth/login',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ username: 'Pozyczona', password }),
        },
        address,
      )
    const cookie = (await login(PASSWORD, '10.15.0.1')).headers
      .getSetCookie()
      .find((line) => line.startsWith('known_browser='))!
      .split(';')[0]!
    await outcomes(10, () => guess('10.15.0.2', 'pozyczona'))
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1) statuses.push((await login('Zle123456', '10.15.0.2', cookie)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  },
  SLOW_TIMEOUT_MS,
)

test(
  'a 429 response has the time to wait in the Retry-After header and in the field detail',
  async () => {
    const body = JSON.stringify({ username: 'kto_wie', password: PASSWORD })
    const send = () =>
      t.request(
        '/api/auth/login',
        { method: 'POST', headers: { 'content-type': 'application/json', cookie: 'language=en' }, body },
        '10.2.0.1',
      )
    await Promise.all(Array.from({ length: 10 }, send))
    const answer = await send()
    const wait = Number(answer.headers.get('retry-after'))
    expect(answer.status).toBe(429)
    expect(wait).toBeWithin(800, 901)
    expect(await answer.json()).toEqual({ detail: catalog('en').tooManyRequests(wait), code: 'too_many_requests' })
  },
  SLOW_TIMEOUT_MS,
)

test(
  'an IP address may log in fifty times per 15 minutes; an IPv6 /64 network counts as one address',
  async () => {
    const codes = await outcomes(51, async (at) =>
      (await from(`2001:db8:1:2::${at}`)).auth.login({ username: `kolejna_${at}`, password: PASSWORD }),
    )
    expect(codes.slice(0, 50)).toEqual(Array(50).fill('bad_credentials'))
    expect(codes[50]).toBe('too_many_requests')
    expect(
      (await failure((await from('2001:db8:1:3::1')).auth.login({ username: 'kolejna_60', password: PASSWORD }))).code,
    ).toBe('bad_credentials')
  },
  SLOW_TIMEOUT_MS,
)

test(
  'an IPv6 /56 network may log in four times as often as an IP address, a /48 sixteen times',
  async () => {
    const ask = async (address: string, at: number) =>
      (await from(address)).auth.requestPasswordReset({ email: `sasiad${at}@example.org` })
    const households = await outcomes(41, (at) => ask(`2001:db8:7:${(at >> 3).toString(16)}::1`, at))
    expect(households).toEqual([...Array(40).fill('ok'), 'too_many_requests'])
    const site = await outcomes(161, (at) => ask(`2001:db8:8:${(at << 6).toString(16)}::1`, 100 + at))
    expect(site).toEqual([...Array(160).fill('ok'), 'too_many_requests'])
  },
  SLOW_TIMEOUT_MS,
)

test(
  'an IP address may register five times an hour, and invalid registrations are not counted',
  async () => {
    const visitor = await from('10.3.0.1')
    await outcomes(5, () => visitor.auth.register({ username: 'x', email: 'x@example.org', password: PASSWORD }))
    const codes = await outcomes(6, (at) =>
      visitor.auth.register({ username: `konto_${at}`, email: `konto${at}@example.org`, password: PASSWORD }),
    )
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_requests'])
    later(60)
    expect(
      await visitor.auth.register({ username: 'konto_6', email: 'konto6@example.org', password: PASSWORD }),
    ).toMatchObject({ username: 'konto_6' })
  },
  SLOW_TIMEOUT_MS,
)

const askForLink = async (address: string, email: string) => (await from(address)).auth.resendVerification({ email })
const askForReset = async (address: string, email: string) => (await from(address)).auth.requestPasswordReset({ email })

test.each([
  ['verification links', askForLink],
  ['reset links', askForReset],
])('an e-mail address gets three mails with %s an hour, in whatever letter case it is typed', async (_, ask) => {
  expect(await outcomes(4, (at) => ask(`10.4.0.${at}`, at % 2 ? 'Prosze@example.org' : 'prosze@EXAMPLE.org'))).toEqual([
    'ok',
    'ok',
    'ok',
    'too_many_requests',
  ])
  later(60)
  expect(await outcomes(1, () => ask('10.4.0.9', 'prosze@example.org'))).toEqual(['ok'])
})

test.each([
  ['verification links', askForLink],
  ['reset links', askForReset],
])('a mailbox gets three mails with %s an hour, also with different +tags in its address', async (_, ask) => {
  const spellings = [
    'skrzynka@example.org',
    'skrzynka+1@example.org',
    'Skrzynka+dwa+trzy@EXAMPLE.org',
    'skrzynka+4@example.org',
  ]
  expect(await outcomes(4, (at) => ask(`10.4.5.${at}`, spellings[at]!))).toEqual([
    'ok',
    'ok',
    'ok',
    'too_many_requests',
  ])
  const dotted = [
    'jan.nowak@gmail.com',
    'jannowak@gmail.com',
    'j.a.n.nowak+x@googlemail.com',
    'jannowak@googlemail.com',
  ]
  expect(await outcomes(4, (at) => ask(`10.4.6.${at}`, dotted[at]!))).toEqual(['ok', 'ok', 'ok', 'too_many_requests'])
  expect(await outcomes(1, () => ask('10.4.7.1', 'skrzynka2@example.org'))).toEqual(['ok'])
})

test('requests for the OpenAPI document count toward the read limit', async () => {
  const codes: number[] = []
  for (let at = 0; at < 601; at += 1) codes.push((await t.request('/api/openapi.json', {}, '10.4.8.1')).status)
  expect(codes).toEqual([...Array(600).fill(200), 429])
})

test('requesting verification links does not use up the limit of password resets', async () => {
  await outcomes(3, () => askForLink('10.4.1.1', 'cel@example.org'))
  expect(await outcomes(1, () => askForReset('10.4.1.2', 'cel@example.org'))).toEqual(['ok'])
})

test('requests from a blocked IP address do not count toward the mail limit of the mailbox', async () => {
  await outcomes(10, (at) => askForReset('10.4.2.1', `inny${at}@example.org`))
  expect(await outcomes(5, () => askForReset('10.4.2.1', 'ofiara@example.org'))).toEqual(
    Array(5).fill('too_many_requests'),
  )
  expect(await outcomes(3, () => askForReset('10.4.2.2', 'ofiara@example.org'))).toEqual(['ok', 'ok', 'ok'])
})

test(
  'an e-mail address can be registered three times an hour, from all IP addresses together',
  async () => {
    const register = async (at: number) =>
      (await from(`10.4.3.${at}`)).auth.register({
        username: `chetny_${at}`,
        email: at % 2 ? 'chetny@example.org' : 'CHETNY@example.org',
        password: PASSWORD,
      })
    expect(await outcomes(4, register)).toEqual(['ok', 'ok', 'ok', 'too_many_requests'])
  },
  SLOW_TIMEOUT_MS,
)

test('an IP address may request ten mails an hour', async () => {
  const visitor = await from('10.5.0.1')
  const codes = await outcomes(11, (at) => visitor.auth.requestPasswordReset({ email: `list${at}@example.org` }))
  expect(codes).toEqual([...Array(10).fill('ok'), 'too_many_requests'])
})

test('an IP address may check the availability of sixty user names a minute', async () => {
  const visitor = await from('10.6.0.1')
  const codes = await outcomes(61, (at) => visitor.auth.checkUsername({ username: `nazwa_${at}` }))
  expect(codes).toEqual([...Array(60).fill('ok'), 'too_many_requests'])
})

test('a member may set a session cookie 120 times a minute and can still log out', async () => {
  const member = await t.as(await createMember(t))
  const codes = await outcomes(121, () => member.auth.openSession())
  expect(codes).toEqual([...Array(120).fill('ok'), 'too_many_requests'])
  expect(await outcomes(2, () => member.auth.closeSession())).toEqual(['ok', 'ok'])
  expect(await member.auth.logout()).toEqual({ success: true })
})

test('a member may edit twenty times a minute, posts and comments combined', async () => {
  const person = await createMember(t)
  const member = await t.as(person)
  const [written, remark] = [await createPost(t.db, { author: person }), await createComment(t.db, { author: person })]
  const codes = await outcomes(21, (at) =>
    at % 2
      ? member.posts.edit({ post_id: written.id, content: `Treść ${at}` })
      : member.comments.edit({ comment_id: remark.id, content: `Treść ${at}` }),
  )
  expect(codes).toEqual([...Array(20).fill('ok'), 'too_many_requests'])
  later(1)
  expect(await member.posts.edit({ post_id: written.id, content: 'Po minucie' })).toMatchObject({
    content: 'Po minucie',
  })
})

test('ADML-9 an IP address must wait after five wrong staff passwords within 15 minutes', async () => {
  const visitor = await from('10.7.0.1')
  const guessing = await from('10.7.0.1', { admin: 'wrong' })
  const codes = [
    ...(await outcomes(2, () => visitor.adminAuth.login({ password: 'wrong' }))),
    ...(await outcomes(2, () => visitor.adminAuth.verify({ password: 'wrong' }))),
    ...(await outcomes(1, () => guessing.admin.me())),
  ]
  expect(codes).toEqual(['bad_admin_password', 'bad_admin_password', 'ok', 'ok', 'admin_credential'])
  expect(await failure(visitor.adminAuth.login({ password: ADMIN_PASSWORD }))).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
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

test('a hundred wrong staff passwords an hour block all IP addresses but those of recent staff logins', async () => {
  const everybody = await createTestApp({ RATE_LIMIT_SCALE: '1' })
  const at = async (address: string) => (await everybody.as(null, { address })).adminAuth
  await (await at('10.9.1.1')).login({ password: ADMIN_PASSWORD })
  expect(await outcomes(100, async (n) => (await at(`10.9.0.${n >> 2}`)).verify({ password: 'wrong' }))).toEqual(
    Array(100).fill('ok'),
  )
  expect((await failure((await at('10.9.1.2')).verify({ password: ADMIN_PASSWORD }))).status).toBe(429)
  expect(await (await at('10.9.1.1')).verify({ password: ADMIN_PASSWORD })).toEqual({ valid: true })
})

test(
  'staff calls with a wrong token are limited by IP address',
  async () => {
    const guessing = await from('10.10.0.1', { admin: 'wat_wrong' })
    const codes = await outcomes(601, () => guessing.admin.me())
    expect(codes).toEqual([...Array(600).fill('admin_credential'), 'too_many_requests'])
  },
  SLOW_TIMEOUT_MS,
)

test(
  'a call repeated with its Idempotency-Key counts toward the rate limits too',
  async () => {
    const member = await t.as(await createMember(t))
    const codes = await outcomes(121, () =>
      member.streams.create({ title: 'Transmisja', url: 'https://example.org/live' }, { idempotencyKey: 'jeden' }),
    )
    expect(codes).toEqual([...Array(120).fill('ok'), 'too_many_requests'])
  },
  SLOW_TIMEOUT_MS,
)
