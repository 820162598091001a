import { expect, spyOn, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { runPages } from '#server/test/fuzz/pages.ts'
import { createWorld } from '#server/test/fuzz/world.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const world = await createWorld(await createTestApp({ LOG_LEVEL: 'silent' }, createPages(developmentAssets('http://localhost:5173'))))

test('of 400 pages asked for with hostile addresses, cookies and headers none breaks, leads away, holds a foreign script or shows what is another\'s', async () => {
  // The router says of each address that it cannot decode so.
  using _ = spyOn(console, 'warn').mockImplementation(() => {})
  const { faults, statuses } = await runPages(world, { count: 400, seed: 20_261_121 })
  expect(faults).toEqual([])
  expect(statuses['200']).toBeGreaterThan(100)
}, 120_000)
