import { expect, test } from 'bun:test'
import { createSessions } from './sessions.ts'
import { admin, HERE, network, openStores, refusal, THERE } from './testing/fixture.ts'

const ANSWERS = {
  'POST /api/admin-auth/login': () =>
    Response.json({ success: true, admin_token: 'wat_new', expires_at: '2100-01-01T00:00:00Z' }),
  'GET /api/admin/me': () => Response.json({ scope: 'admin', categories: [], username: null }),
  'POST /api/admin-auth/logout': () => Response.json({ success: true }),
}
const typed = { kind: 'admin', password: 'Staff-password-1', account: null } as const

async function openSessions(
  answers: Parameters<typeof network>[0] = ANSWERS,
  onBody: (body: unknown) => void = () => {},
) {
  const stores = await openStores()
  const net = network(answers)
  let changes = 0
  const sessions = createSessions({
    ...stores,
    send: (url, init) => {
      if (init.body) onBody(JSON.parse(String(init.body)))
      return net.send(url, init)
    },
    onChange: () => {
      changes += 1
    },
  })
  return { ...stores, net, sessions, changes: () => changes }
}

test('a sign-in stores the token for its own server only', async () => {
  const { sessions, changes } = await openSessions()
  expect(await sessions.signIn(HERE, typed)).toEqual({ ok: true })
  expect(sessions.of(HERE)).toMatchObject({ kind: 'admin', admin_token: 'wat_new' })
  expect(sessions.staffOf(HERE)).toEqual({
    kind: 'admin',
    username: null,
    expires_at: '2100-01-01T00:00:00Z',
    is_kept: true,
  })
  expect([sessions.of(THERE), sessions.of(null), changes()]).toEqual([null, null, 1])
})

test('a refused password stores nothing and shows the message of the server', async () => {
  const { sessions, changes } = await openSessions({
    'POST /api/admin-auth/login': refusal(401, 'bad_admin_password', 'Nieprawidłowe hasło'),
  })
  expect(await sessions.signIn(HERE, typed)).toEqual({ ok: false, issue: 'refused', detail: 'Nieprawidłowe hasło' })
  expect([sessions.of(HERE), changes()]).toEqual([null, 0])
})

test('a sign-out deletes the token also where the server is offline', async () => {
  const { sessions, net } = await openSessions()
  await sessions.signIn(HERE, typed)
  delete net.answers['POST /api/admin-auth/logout']
  await sessions.signOut(HERE)
  expect(sessions.of(HERE)).toBeNull()
  expect(net.requests.at(-1)).toBe(`POST ${HERE}/api/admin-auth/logout`)
})

test('a token that the server refuses is deleted, and the session counts as ended until the next sign-in', async () => {
  const { sessions } = await openSessions()
  await sessions.signIn(HERE, typed)
  await sessions.expire(HERE, sessions.of(HERE)!)
  expect([sessions.of(HERE), sessions.hasEnded(HERE), sessions.hasEnded(THERE)]).toEqual([null, true, false])
  await sessions.signIn(HERE, typed)
  expect(sessions.hasEnded(HERE)).toBe(false)
})

test('a 401 response to a request with an older token does not delete the newer token', async () => {
  const { sessions, credentials } = await openSessions()
  await credentials.set(HERE, admin)
  await sessions.signIn(HERE, typed)
  await sessions.expire(HERE, admin)
  expect([sessions.of(HERE)?.admin_token, sessions.hasEnded(HERE)]).toEqual(['wat_new', false])
})

test("an account with two-step login is asked for a code, which is sent with the login's challenge", async () => {
  const sent: unknown[] = []
  const { sessions, net } = await openSessions(
    {
      'POST /api/auth/login': () =>
        Response.json({ code: 'second_factor', detail: 'Podaj kod.', challenge: 'the-challenge' }, { status: 401 }),
      'POST /api/auth/second-factor': () =>
        Response.json({ access_token: 'new', expires_at: '2100-01-01T00:00:00Z', user: { username: 'mod' } }),
      'GET /api/admin/me': () => Response.json({ scope: 'moderator', categories: [], username: 'mod' }),
    },
    (body) => sent.push(body),
  )
  const moderator = { kind: 'moderator', username: 'mod', password: 'Haslo1234' } as const
  expect(await sessions.signIn(HERE, moderator)).toEqual({ ok: false, issue: 'code_needed', detail: null })
  expect(await sessions.signIn(HERE, { ...moderator, code: '123456' })).toEqual({ ok: true })
  expect(sessions.of(HERE)).toMatchObject({ kind: 'moderator', access_token: 'new', username: 'mod' })
  expect(sent.at(-1)).toEqual({ challenge: 'the-challenge', code: '123456' })
  net.answers['POST /api/auth/second-factor'] = refusal(401, 'bad_code', 'Zły kod')
  expect(await sessions.signIn(HERE, { ...moderator, code: '000000' })).toEqual({
    ok: false,
    issue: 'refused',
    detail: 'Zły kod',
  })
})

test('RUN-14 an account with two-step login needs a second code for the panel, but logs in only once', async () => {
  const sent: unknown[] = []
  const signedIn = () =>
    Response.json({ access_token: 'new', expires_at: '2100-01-01T00:00:00Z', user: { username: 'Szefowa' } })
  const { sessions, net } = await openSessions(
    {
      ...ANSWERS,
      'GET /api/admin-auth/mode': () => Response.json({ by: 'account' }),
      'POST /api/auth/login': () =>
        Response.json({ code: 'second_factor', detail: 'Podaj kod.', challenge: 'the-challenge' }, { status: 401 }),
      'POST /api/auth/second-factor': signedIn,
      'POST /api/admin-auth/login': refusal(401, 'second_factor'),
    },
    (body) => sent.push(body),
  )
  expect(await sessions.adminMode(HERE)).toBe('account')
  const account = { username: 'szefowa', password: 'Haslo1234', code: '111111' }
  const next = { kind: 'admin', password: '', account } as const
  expect(await sessions.signIn(HERE, next)).toMatchObject({ ok: false, issue: 'next_code_needed' })
  expect(net.requests).not.toContain(`POST ${HERE}/api/auth/logout`)
  net.answers['POST /api/auth/second-factor'] = refusal(401, 'bad_code')
  net.answers['POST /api/admin-auth/login'] = ANSWERS['POST /api/admin-auth/login']
  expect(await sessions.signIn(HERE, { ...next, account: { ...account, code: '222222' } })).toEqual({ ok: true })
  expect(sent.at(-1)).toEqual({ account_password: 'Haslo1234', code: '222222' })
  expect(sessions.of(HERE)).toMatchObject({ kind: 'admin', admin_token: 'wat_new', access_token: 'new' })
})

test('RUN-14 the console asks for the admin password where the server has no call for the sign-in mode', async () => {
  const { sessions, net } = await openSessions({ 'GET /api/admin-auth/mode': refusal(404, 'not_found') })
  expect(await sessions.adminMode(HERE)).toBe('password')
  delete net.answers['GET /api/admin-auth/mode']
  expect(await sessions.adminMode(HERE)).toBeNull()
})
