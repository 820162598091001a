import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })

test('ACCT-3,4 wrong passwords in the settings count toward the login limit of ten', async () => {
  const anna = await createMember(t)
  const api = await t.as(anna, { address: '10.50.0.1' })
  for (let guess = 0; guess < 5; guess += 1) {
    expect(
      await failure(api.account.changePassword({ password: `Zgaduje${guess}`, new_password: 'Nowe12345' })),
    ).toMatchObject({ status: 401 })
    expect(
      await failure(api.account.changeEmail({ email: `gdzies${guess}@example.org`, password: `Zgaduje${guess}` })),
    ).toMatchObject({ status: 401 })
  }
  const refused = await failure(api.account.changePassword({ password: PASSWORD, new_password: 'Nowe12345' }))
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  const visitor = await t.as(null, { address: '10.50.0.1' })
  expect(await failure(visitor.auth.login({ username: anna.username, password: PASSWORD }))).toMatchObject({
    status: 429,
  })
})

const cookieFor = (given: string[], path: string) =>
  given
    .flatMap((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const scope = attributes.find((attribute) => attribute.startsWith('Path='))!.slice('Path='.length)
      return path === scope || path.startsWith(`${scope}/`) || scope === '/' ? [pair] : []
    })
    .join('; ')

test.each([
  ['password', 'POST', '/api/account/password', { password: PASSWORD, new_password: 'Nowe12345' }],
  ['address', 'POST', '/api/account/email', { password: PASSWORD, email: 'nowy@example.org' }],
  ['second factor', 'POST', '/api/account/totp', { password: PASSWORD }],
  ['account itself', 'DELETE', '/api/users/me', { password: PASSWORD }],
])(
  'ACCT-3,4 the owner can change the %s in a known browser while somebody guesses passwords in the same network',
  async (_, method, path, input) => {
    const anna = await createMember(t)
    const address = `10.52.${anna.id % 250}.1`
    const send = (to: string, verb: string, body: object, headers: Record<string, string>) =>
      t.request(
        to,
        { method: verb, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
        address,
      )
    const signedIn = await send('/api/auth/login', 'POST', { username: anna.username, password: PASSWORD }, {})
    const { access_token } = (await signedIn.json()) as { access_token: string }
    for (let guess = 0; guess < 10; guess += 1)
      await send('/api/auth/login', 'POST', { username: anna.username, password: 'Zgaduje1' }, {})
    const owner = { authorization: `Bearer ${access_token}` }
    expect((await send(path, method, input, owner)).status).toBe(429)
    expect(
      (await send(path, method, input, { ...owner, cookie: cookieFor(signedIn.headers.getSetCookie(), path) })).status,
    ).toBe(200)
  },
)

test('an old known-browser cookie with the path /api/auth is deleted when a new one is set', async () => {
  const anna = await createMember(t)
  const answer = await t.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'known_browser=old' },
      body: JSON.stringify({ username: anna.username, password: PASSWORD }),
    },
    '10.53.0.1',
  )
  const known = answer.headers.getSetCookie().filter((line) => line.startsWith('known_browser='))
  expect(known).toEqual([
    expect.stringContaining('; Path=/api; '),
    expect.stringContaining('; Path=/act; '),
    expect.stringMatching(/^known_browser=; Path=\/api\/auth; Max-Age=0; /),
  ])
})

test('an e-mail address gets at most three mailed links an hour', async () => {
  const outcomes: number[] = []
  for (let member = 0; member < 4; member += 1) {
    const api = await t.as(await createMember(t), { address: `10.51.${member}.1` })
    outcomes.push(
      await api.account.changeEmail({ email: 'cel@example.org', password: PASSWORD }).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    )
  }
  expect(outcomes).toEqual([200, 200, 200, 429])
})
