import { expect, test } from 'bun:test'
import { LIFETIME } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { lockById } from '../auth/queries.ts'
import { linkTo, mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { emailToken } from '../auth/table.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { untilSomebodyWaits } from '../auth/testing/waiting.ts'
import { deleteAccount } from '../users/removal/remove-account.ts'
import { challengeLogin } from './login-challenge.ts'
import { deleteLoginChallenges, readFactors } from './queries.ts'
import { challengeOf, codeOf, createMemberWithTotp, passPeriods, PERIOD_MS } from './testing/authenticator-app.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const SLOW_TIMEOUT_MS = 60_000

const challengeFor = (username: string, remember_me = false) =>
  challengeOf(visitor.auth.login({ username, password: PASSWORD, remember_me }))
const enter = (challenge: string, code: string) => visitor.factors.secondFactor({ challenge, code })
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  )
const numbered = (at: number) => String(at).padStart(6, '0')
/** Returns codes that are wrong in the present, the previous and the next period. */
function wrongCodes(secret: string, count: number): string[] {
  const right = [-1, 0, 1].map((periods) => codeOf(t, secret, periods))
  return Array.from({ length: count + 3 }, (_, at) => numbered(at))
    .filter((code) => !right.includes(code))
    .slice(0, count)
}

test('ACCT-6 logging in with two-step login requires the password and then an authenticator code', async () => {
  const { id, username, email, secret } = await createMemberWithTotp(t)
  const challenge = await challengeFor(username)
  const answer = await t.request('/api/auth/second-factor', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ challenge, code: codeOf(t, secret) }),
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split('=')[0])
  expect(cookies).toEqual(['session', 'known_browser', 'known_browser'])
  const body = (await answer.json()) as { access_token: string }
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_at: expect.any(String),
    user: { id, username, email, karma: 0, email_verified: true, is_admin: false, avatar_url: null },
  } as never)
  const me = await t.request('/api/users/me', { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(me.status).toBe(200)
})

test('no response reveals that two-step login is on without the right password', async () => {
  const [withCodes, without] = [await createMemberWithTotp(t), await createMember(t)]
  const refusals = await Promise.all(
    [withCodes, without].map(({ username }) => failure(visitor.auth.login({ username, password: 'Zle123456' }))),
  )
  expect(refusals[0]!.body).toEqual(refusals[1]!.body)
  expect(refusals[0]!.body).not.toHaveProperty('challenge')
  expect((await failure(enter('no-challenge', '123456'))).body).toEqual(
    (await failure(enter('another', '123456'))).body,
  )
})

test('ACCT-6 a two-step code is accepted once; one that confirmed the set-up opens no session', async () => {
  const member = await createMember(t)
  const api = await t.as(member)
  const { secret } = await api.factors.startTotp({ password: PASSWORD })
  const setUp = codeOf(t, secret)
  await api.factors.confirmTotp({ code: setUp })
  expect((await failure(enter(await challengeFor(member.username), setUp))).code).toBe('bad_code')
  passPeriods(t)
  const code = codeOf(t, secret)
  expect(await outcomeOf(enter(await challengeFor(member.username), code))).toBe('ok')
  expect(await outcomeOf(enter(await challengeFor(member.username), code))).toBe('bad_code')
})

test('ACCT-6 only one of ten simultaneous logins with the same code succeeds', async () => {
  const { username, secret } = await createMemberWithTotp(t)
  const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeFor(username)))
  const code = codeOf(t, secret)
  const outcomes = await Promise.all(challenges.map((challenge) => outcomeOf(enter(challenge, code))))
  expect(outcomes.toSorted()).toEqual([...Array(9).fill('bad_code'), 'ok'])
})

test('a two-step login opens one session, even if two valid codes are sent for it at once', async () => {
  const { username, secret, recovery_codes } = await createMemberWithTotp(t)
  const challenge = await challengeFor(username)
  const outcomes = await Promise.all(
    [codeOf(t, secret), recovery_codes[0]!].map((code) => outcomeOf(enter(challenge, code))),
  )
  expect(outcomes.toSorted()).toEqual(['challenge_expired', 'ok'])
})

test('a two-step code may be 30 seconds off the clock, but not older than the last used one', async () => {
  const { username, secret } = await createMemberWithTotp(t)
  passPeriods(t, 10)
  expect(await outcomeOf(enter(await challengeFor(username), codeOf(t, secret, -2)))).toBe('bad_code')
  expect(await outcomeOf(enter(await challengeFor(username), codeOf(t, secret, 2)))).toBe('bad_code')
  expect(await outcomeOf(enter(await challengeFor(username), codeOf(t, secret, -1)))).toBe('ok')
  expect(await outcomeOf(enter(await challengeFor(username), codeOf(t, secret, 1)))).toBe('ok')
  expect(await outcomeOf(enter(await challengeFor(username), codeOf(t, secret, 0)))).toBe('bad_code')
})

test('a login challenge is valid for five minutes', async () => {
  const { username, secret } = await createMemberWithTotp(t)
  const challenge = await challengeFor(username)
  passPeriods(t, LIFETIME.loginChallenge / PERIOD_MS)
  expect(await failure(enter(challenge, codeOf(t, secret)))).toMatchObject({ status: 401, code: 'challenge_expired' })
})

test('a login challenge accepts five attempts, also simultaneous ones, then refuses the right code', async () => {
  const { username, secret } = await createMemberWithTotp(t)
  const challenge = await challengeFor(username)
  const outcomes = await Promise.all(wrongCodes(secret, 20).map((code) => outcomeOf(enter(challenge, code))))
  expect(outcomes.toSorted()).toEqual([...Array(5).fill('bad_code'), ...Array(15).fill('challenge_expired')])
  expect(await outcomeOf(enter(challenge, codeOf(t, secret)))).toBe('challenge_expired')
  expect(await outcomeOf(enter(await challengeFor(username), codeOf(t, secret)))).toBe('ok')
})

test('a login challenge accepts only codes of its own account', async () => {
  const [one, other] = [await createMemberWithTotp(t), await createMemberWithTotp(t)]
  const challenge = await challengeFor(one.username)
  expect(await outcomeOf(enter(challenge, codeOf(t, other.secret)))).toBe('bad_code')
  expect(await outcomeOf(enter(challenge, other.recovery_codes[0]!))).toBe('bad_code')
  expect((await enter(challenge, codeOf(t, one.secret))).user.id).toBe(one.id)
})

test('"remember me" in the password step makes the session opened by the code step last 30 days', async () => {
  const { username, secret } = await createMemberWithTotp(t)
  const lifeOf = async (remember: boolean, code: string) =>
    new Date((await enter(await challengeFor(username, remember), code)).expires_at).getTime() - t.clock.now().getTime()
  expect(await lifeOf(true, codeOf(t, secret))).toBeWithin(
    LIFETIME.rememberedSession - 1_000,
    LIFETIME.rememberedSession + 1,
  )
  expect(await lifeOf(false, codeOf(t, secret, 1))).toBeWithin(LIFETIME.session - 1_000, LIFETIME.session + 1)
})

test('a password change cancels a login that still waits for its code', async () => {
  const { username, email, secret } = await createMemberWithTotp(t)
  const challenge = await challengeFor(username)
  await visitor.auth.requestPasswordReset({ email: email! })
  const { token } = await linkTo(t, email!)
  await visitor.auth.confirmPasswordReset({ token, new_password: 'NoweHaslo1' })
  expect(await outcomeOf(enter(challenge, codeOf(t, secret)))).toBe('challenge_expired')
})

test('deleting the account cancels a login that still waits for its code', async () => {
  const member = await createMemberWithTotp(t)
  const challenge = await challengeFor(member.username)
  await t.db.transaction((tx) => deleteAccount(tx, { userId: member.id, content: 'keep' }, t.clock.now()))
  expect(await outcomeOf(enter(challenge, codeOf(t, member.secret)))).toBe('challenge_expired')
})

test('a two-step code sent while its session or account ends is refused, without a deadlock', async () => {
  const { id, username, secret } = await createMemberWithTotp(t)
  const challenge = await challengeFor(username)
  const { late } = await t.db.transaction(async (tx) => {
    await lockById(tx, id)
    const overlapping = outcomeOf(enter(challenge, codeOf(t, secret)))
    await untilSomebodyWaits(t.db)
    await deleteLoginChallenges(tx, id)
    return { late: overlapping }
  })
  expect(await late).toBe('challenge_expired')
})

test('ACCT-6 ACCT-10 a recovery code works once, in any spelling, and its use is reported by mail', async () => {
  const {
    id,
    username,
    email,
    recovery_codes: [first, second],
  } = await createMemberWithTotp(t)
  expect(await outcomeOf(enter(await challengeFor(username), ` ${first!.toUpperCase().replaceAll('-', ' ')} `))).toBe(
    'ok',
  )
  expect(await outcomeOf(enter(await challengeFor(username), first!))).toBe('bad_code')
  expect((await readFactors(t.db, id)).recovery_codes_left).toBe(9)
  const mail = (await mailsTo(t, email!)).find(({ subject }) => subject === 'Zalogowano się kodem odzyskiwania – Wątek')
  expect(mail!.text).toContain('Masz jeszcze 9 kodów.')
  expect(mail!.text).toContain('To nie Ty?')
  expect(mail!.text).not.toContain(first!)
  const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeFor(username)))
  const outcomes = await Promise.all(challenges.map((challenge) => outcomeOf(enter(challenge, second!))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
})

test('ACCT-10 using up a login challenge with wrong codes is reported by mail once a day', async () => {
  const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
  const { id, email, secret } = await createMemberWithTotp(strict)
  const api = await strict.as(null)
  const right = [-1, 0, 1].map((periods) => codeOf(strict, secret, periods))
  const wrong = Array.from({ length: 13 }, (_, at) => numbered(at)).filter((code) => !right.includes(code))
  for (let round = 0; round < 2; round += 1) {
    const challenge = (await challengeLogin(strict.db, strict.services, id, false))!
    for (const code of wrong.slice(0, 5)) await outcomeOf(api.factors.secondFactor({ challenge, code }))
  }
  expect(
    (await mailsTo(strict, email!)).filter(({ subject }) => subject === 'Nieudane próby logowania – Wątek'),
  ).toHaveLength(1)
})

test(
  'guessing a thousand two-step codes is stopped per login, and per account even from many IP addresses',
  async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const { id, secret } = await createMemberWithTotp(strict)
    const right = [-1, 0, 1].map((periods) => codeOf(strict, secret, periods))
    const wrong = Array.from({ length: 1_003 }, (_, at) => numbered(at))
      .filter((code) => !right.includes(code))
      .slice(0, 1_000)
    const open = async () => (await challengeLogin(strict.db, strict.services, id, false))!
    const one = await open()
    const from = async (at: number) => strict.as(null, { address: `10.${at >> 8}.${at & 255}.1` })
    const againstOne: string[] = []
    for (const [at, code] of wrong.entries())
      againstOne.push(await outcomeOf((await from(at)).factors.secondFactor({ challenge: one, code })))
    expect(againstOne.filter((code) => code === 'bad_code')).toHaveLength(5)
    expect(new Set(againstOne)).toEqual(new Set(['bad_code', 'challenge_expired']))
    const againstAll: string[] = []
    let challenge = await open()
    for (const [at, code] of wrong.entries()) {
      if (at % 5 === 0) challenge = await open()
      againstAll.push(await outcomeOf((await from(at)).factors.secondFactor({ challenge, code })))
    }
    expect(againstAll.filter((code) => code === 'bad_code')).toHaveLength(25)
    expect(new Set(againstAll)).toEqual(new Set(['bad_code', 'too_many_requests']))
    expect(
      await outcomeOf(
        (await from(999)).factors.secondFactor({ challenge: await open(), code: codeOf(strict, secret) }),
      ),
    ).toBe('too_many_requests')
  },
  SLOW_TIMEOUT_MS,
)

test('ten two-step codes of an account can be tried in 15 minutes per network, and ten per known browser', async () => {
  const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
  const { id, secret } = await createMemberWithTotp(strict)
  const open = async () => (await challengeLogin(strict.db, strict.services, id, false))!
  const send = async (code: string, cookie = '', challenge?: string) =>
    strict.request(
      '/api/auth/second-factor',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ challenge: challenge ?? (await open()), code }),
      },
      '10.20.0.1',
    )
  const signedIn = await send(codeOf(strict, secret))
  const known = signedIn.headers
    .getSetCookie()
    .find((line) => line.startsWith('known_browser='))!
    .split(';')[0]!
  passPeriods(strict)
  const statuses: number[] = []
  for (let at = 0; at < 10; at += 1) statuses.push((await send('x')).status)
  expect(statuses).toEqual([...Array(9).fill(401), 429])
  expect((await send(codeOf(strict, secret))).status).toBe(429)
  expect((await send(codeOf(strict, secret), known)).status).toBe(200)
})

test('a browser where the password was reset has its own limit of passwords, but none of two-step codes', async () => {
  const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
  const { id, username } = await createMemberWithTotp(strict)
  const send = async (path: string, body: object, cookie = '') =>
    strict.request(
      `/api/auth/${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) },
      '10.20.0.2',
    )
  const open = async () => (await challengeLogin(strict.db, strict.services, id, false))!
  for (let at = 0; at < 10; at += 1) await send('second-factor', { challenge: await open(), code: 'x' })
  for (let at = 0; at < 10; at += 1) await send('login', { username, password: 'Zgaduje1' })
  const token = randomToken()
  await strict.db
    .insert(emailToken)
    .values({ user_id: id, purpose: 'reset', token_hash: hashToken(token), expires_at: new Date(Date.now() + 60_000) })
  const reset = await send('password-reset-confirm', { token, new_password: 'Nowe12345' })
  const cookie = reset.headers
    .getSetCookie()
    .find((line) => line.startsWith('known_browser='))!
    .split(';')[0]!
  expect((await send('second-factor', { challenge: await open(), code: 'x' }, cookie)).status).toBe(429)
  expect((await send('login', { username, password: 'Nowe12345' })).status).toBe(429)
  const answer = await send('login', { username, password: 'Nowe12345' }, cookie)
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'second_factor' }])
})

test(
  'guessing a thousand two-step codes in a known browser is stopped, even if spread over a day',
  async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const { id, secret } = await createMemberWithTotp(strict)
    const open = async () => (await challengeLogin(strict.db, strict.services, id, false))!
    const send = async (challenge: string, code: string, cookie = '') =>
      strict.request(
        '/api/auth/second-factor',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ challenge, code }),
        },
        '10.20.0.1',
      )
    const signedIn = await send(await open(), codeOf(strict, secret))
    const known = signedIn.headers
      .getSetCookie()
      .find((line) => line.startsWith('known_browser='))!
      .split(';')[0]!
    const answered: number[] = []
    for (let quarter = 0; quarter < 50; quarter += 1) {
      passPeriods(strict, (15 * 60_000) / PERIOD_MS)
      let count = 0
      let challenge = ''
      for (let at = 0; at < 20; at += 1) {
        if (at % 5 === 0) challenge = await open()
        if ((await send(challenge, 'x', known)).status === 401) count += 1
      }
      answered.push(count)
    }
    // The browser and the network may each try ten times in 15 minutes and 30 times a day; the sign-in was one try.
    expect(answered).toEqual([20, 20, 19, ...Array(47).fill(0)])
  },
  SLOW_TIMEOUT_MS,
)
