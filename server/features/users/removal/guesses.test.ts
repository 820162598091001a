import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createMember, PASSWORD } from '../../auth/testing/member.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })

test('deleting an account allows ten wrong passwords per 15 minutes, from all IP addresses together', async () => {
  const anna = await createMember(t)
  const clients = await Promise.all(Array.from({ length: 12 }, (_, n) => t.as(anna, { address: `198.51.100.${n}` })))
  const [first, ...others] = clients
  const guesses = await Promise.all(others.map((api) => failure(api.users.removeMe({ password: 'zgaduję' }))))
  expect(guesses.map((guess) => guess.status).sort()).toEqual([...Array(10).fill(401), 429])
  expect(await first!.users.removeMe({ password: PASSWORD })).toEqual({ success: true })
})
