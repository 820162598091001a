import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })

test('ACCT-3,4 wrong passwords of the settings count as those of a login: after ten even the right one waits', async () => {
  const anna = await createMember(t)
  const api = await t.as(anna, { address: '10.50.0.1' })
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await failure(api.account.changePassword({ password: `Zgaduje${guess}`, new_password: 'Nowe12345' }))).toMatchObject({ status: 401 })
    expect(await failure(api.account.changeEmail({ email: `gdzies${guess}@example.org`, password: `Zgaduje${guess}` }))).toMatchObject({ status: 401 })
  }
  const refused = await failure(api.account.changePassword({ password: PASSWORD, new_password: 'Nowe12345' }))
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  const visitor = await t.as(null, { address: '10.50.0.1' })
  expect(await failure(visitor.auth.login({ username: anna.username, password: PASSWORD }))).toMatchObject({ status: 429 })
})

test('one address gets at most three links an hour', async () => {
  const outcomes: number[] = []
  for (let member = 0; member < 4; member += 1) {
    const api = await t.as(await createMember(t), { address: `10.51.${member}.1` })
    outcomes.push(await api.account.changeEmail({ email: 'cel@example.org', password: PASSWORD }).then(() => 200, (error: { status: number }) => error.status))
  }
  expect(outcomes).toEqual([200, 200, 200, 429])
})
