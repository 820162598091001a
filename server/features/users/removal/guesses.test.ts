import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createMember, PASSWORD } from '../../auth/testing/member.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })

test('the password of an account is guessed at most ten times in a quarter of an hour, from whatever addresses', async () => {
  const anna = await createMember(t)
  const clients = await Promise.all(Array.from({ length: 11 }, (_, n) => t.as(anna, { address: `198.51.100.${n}` })))
  const guesses = await Promise.all(clients.slice(1).map((api) => failure(api.users.removeMe({ password: 'zgaduję' }))))
  expect(guesses.map((guess) => guess.status)).toEqual(Array(10).fill(401))
  expect(await failure(clients[0]!.users.removeMe({ password: PASSWORD }))).toMatchObject({ status: 429, code: 'too_many_requests' })
})
