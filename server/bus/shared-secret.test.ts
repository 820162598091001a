import { afterAll, expect, test } from 'bun:test'
import { createLogger } from '#server/lib/log.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { busNameOf, requireSharedSecret } from './shared-secret.ts'

const log = createLogger('silent', true)
const database = await createTestDatabase()
const bus = await createPostgresBus(database.url, log, busNameOf('the first'))
afterAll(async () => {
  await bus.close()
  await database.drop()
})

const starts = (sessionSecret: string, sessionSecretIsSet = false) =>
  requireSharedSecret(database.db, { sessionSecret, sessionSecretIsSet, log }, 1)

test('RUN-14 a second server with another session secret does not start, and explains what to set', async () => {
  await expect(starts('the second')).rejects.toThrow('set the same SESSION_SECRET on all of them')
})

test('RUN-14 a server may start if its session secret is unchanged or newly set in SESSION_SECRET', async () => {
  await starts('the first')
  await starts('a new one', true)
})
