import { expect, spyOn, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { runPages } from '#server/test/fuzz/pages.ts'
import { createFixture } from '#server/test/fuzz/fixture.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const fixture = await createFixture(
  await createTestApp({ LOG_LEVEL: 'silent' }, createPages(developmentAssets('http://localhost:5173'))),
)

test('400 hostile URLs, cookies and headers break no page and show no private data', async () => {
  // The router warns about each path that it cannot decode.
  using _ = spyOn(console, 'warn').mockImplementation(() => {})
  const { faults, statuses } = await runPages(fixture, { count: 400, seed: 20_261_121 })
  expect(faults).toEqual([])
  expect(statuses['200']).toBeGreaterThan(100)
})
