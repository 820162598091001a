import { expect, test } from 'bun:test'
import { calls } from '#server/http/api.ts'
import { createTestApp } from '../app.ts'
import { disagreements, reachAll, runFuzz } from './run.ts'
import { runWire } from './wire.ts'
import { createFixture } from './fixture.ts'

// `PUSH_ALLOW_PRIVATE` allows push services on this machine, so that no request leaves the machine.
const SETTINGS = { LOG_LEVEL: 'silent', REGISTRATION_CHALLENGE: 'on', PUSH_ALLOW_PRIVATE: 'true' }
const fixture = await createFixture(await createTestApp(SETTINGS))
/** A second app, whose rate limits the other test has not used up. */
const fresh = await createTestApp(SETTINGS)

test('2,000 requests generated from the contract violate neither schemas nor privacy and crash nothing', async () => {
  const { faults, requests, untouched } = await runFuzz(fixture, { count: 2_000, seed: 20_261_121 })
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(2_000)
  expect(await disagreements(fixture)).toEqual([])
  expect(untouched.length).toBeLessThan(calls.length / 4)
})

test('every call of the contract succeeds for some member in the generated requests', async () => {
  // The forum is already set up and has neither mail server nor push service, so these calls cannot succeed.
  const refused = ['setup.complete', 'setupChecklist.sendTestMail', 'push.test']
  const { faults, untouched } = await reachAll(await createFixture(fresh), { seed: 20_261_124, tries: 120, refused })
  expect(untouched).toEqual(refused)
  expect(faults).toEqual([])
})

test('200 malformed requests over a socket neither crash nor block the server', async () => {
  expect(await runWire(fixture, { count: 200, seed: 20_261_121 })).toBeNull()
})
