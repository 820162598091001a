import { expect, test } from 'bun:test'
import { readAccessToken, signAccessToken } from './tokens.ts'

const SECRET = 'a secret of tests'
const now = new Date('2026-01-01T12:00:00Z')
const expires = new Date('2026-01-01T13:00:00Z')
const at = (time: Date, by: number) => new Date(time.getTime() + by)

test('an access token identifies its session until it expires, also if it is cached', async () => {
  const token = await signAccessToken(SECRET, 'session-1', 1, expires)
  for (const time of [now, now, at(expires, -1)]) expect(await readAccessToken(SECRET, token, time)).toBe('session-1')
  for (const time of [expires, at(expires, 1_000)]) expect(await readAccessToken(SECRET, token, time)).toBeNull()
})

test('a cached access token is refused with another secret or another signature', async () => {
  const token = await signAccessToken(SECRET, 'session-2', 1, expires)
  expect(await readAccessToken(SECRET, token, now)).toBe('session-2')
  expect(await readAccessToken('another secret', token, now)).toBeNull()
  const [header, payload, signature] = token.split('.')
  const forged = `${header}.${payload}.${signature!.startsWith('A') ? 'B' : 'A'}${signature!.slice(1)}`
  for (let round = 0; round < 2; round += 1) expect(await readAccessToken(SECRET, forged, now)).toBeNull()
})
