import { expect, spyOn, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createMember } from '../auth/testing/member.ts'
import { passkey, totp } from './table.ts'
import { createMemberWithTotp } from './testing/authenticator-app.ts'

const t = await createTestApp()

test('ACCT-6,7 neither responses nor database queries reveal second factors before the password is right', async () => {
  const [none, withApp, withBoth, withKey, started] = [
    await createMember(t),
    await createMemberWithTotp(t),
    await createMemberWithTotp(t),
    await createMember(t),
    await createMember(t),
  ]
  for (const { id } of [withBoth, withKey]) {
    await t.db
      .insert(passkey)
      .values({
        user_id: id,
        name: 'Klucz',
        credential_id: crypto.randomUUID(),
        public_key: '',
        counter: 0,
        transports: [],
        rp_id: 'localhost',
        user_handle: 'x',
      })
  }
  await t.db.insert(totp).values({ user_id: started.id, encrypted_secret: 'x' })
  const accounts = [none, withApp, withBoth, withKey, started]
  const calls = [
    ...['username', 'email'].map((by) => ({
      path: '/api/auth/login',
      body: (of: typeof none) => ({
        username: by === 'email' ? of.email : of.username,
        password: 'Zgaduje123',
        remember_me: true,
      }),
    })),
    { path: '/api/auth/password-reset-request', body: (of: typeof none) => ({ email: of.email }) },
    { path: '/api/auth/resend-verification', body: (of: typeof none) => ({ email: of.email }) },
    { path: '/api/auth/passkey/options', body: () => ({}) },
    { path: '/api/auth/second-factor', body: (of: typeof none) => ({ challenge: of.username, code: '123456' }) },
  ]
  const [statements, checks] = [spyOn(t.sql, 'unsafe'), spyOn(Bun.password, 'verify')]
  const begin = spyOn(t.sql, 'begin')
  for (const { path, body } of calls) {
    const outcomes = []
    for (const account of accounts) {
      for (const spy of [statements, checks, begin]) spy.mockClear()
      const answer = await t.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: 'language=pl' },
        body: JSON.stringify(body(account)),
      })
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'x-request-id'))
      const text = (await answer.text()).replace(/"challenge":"[\w-]{43}"/, '"challenge":"…"')
      outcomes.push({
        status: answer.status,
        headers,
        text,
        statements: statements.mock.calls.map(([sql]) => sql),
        transactions: begin.mock.calls.length,
        checks: checks.mock.calls.length,
      })
    }
    expect(outcomes[0]!.statements.length + outcomes[0]!.transactions).toBeGreaterThan(0)
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]!)
  }
  for (const spy of [statements, checks, begin]) spy.mockRestore()
})
