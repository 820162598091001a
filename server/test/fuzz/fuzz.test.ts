import { expect, test } from 'bun:test'
import { calls } from '#server/http/api.ts'
import { createTestApp } from '../app.ts'
import { runFuzz } from './run.ts'
import { runWire } from './wire.ts'
import { createFixture } from './fixture.ts'

const fixture = await createFixture(await createTestApp({ LOG_LEVEL: 'silent' }))

test('of 2,000 requests made of the contract none breaks the server, its schemas or the wall between members', async () => {
  const { faults, requests, untouched } = await runFuzz(fixture, { count: 2_000, seed: 20_261_121 })
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(2_000)
  expect(untouched.length).toBeLessThan(calls.length / 4)
}, 120_000)

test('of 200 broken requests over a socket none breaks or holds the server', async () => {
  expect(await runWire(fixture, { count: 200, seed: 20_261_121 })).toBeNull()
}, 120_000)
