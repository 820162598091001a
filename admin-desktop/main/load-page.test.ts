import { expect, test } from 'bun:test'
import { loadPage } from './load-page.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A fake window; its page loads end with the given results in turn, null for success. */
function windowOf(...results: (Error | null)[]) {
  const seen = { loads: [] as string[], shown: 0, isDestroyed: false }
  const window = {
    isDestroyed: () => seen.isDestroyed,
    show: () => {
      seen.shown++
    },
    loadURL: async (url: string) => {
      seen.loads.push(url)
      const result = results.shift() ?? null
      if (result) throw result
    },
  }
  return { window, seen }
}
const load = ({ window }: ReturnType<typeof windowOf>) => loadPage(window, 'app://console/', 1)

test('DESK-5 the console loads its page again after a failed load', async () => {
  const given = windowOf(failure('ERR_EMPTY_RESPONSE'), failure('ERR_FAILED'))
  await load(given)
  expect(given.seen).toMatchObject({ loads: ['app://console/', 'app://console/', 'app://console/'], shown: 0 })
})

test('DESK-5 a page that can never be loaded leaves an empty window with its menu', async () => {
  const given = windowOf(...Array.from({ length: 9 }, () => failure('ERR_FAILED')))
  await load(given)
  expect(given.seen.loads).toHaveLength(5)
  expect(given.seen.shown).toBe(1)
})

test("loading the console's page stops when another navigation replaces it or the window is closed", async () => {
  const replaced = windowOf(failure('ERR_ABORTED'))
  await load(replaced)
  expect(replaced.seen).toMatchObject({ loads: ['app://console/'], shown: 0 })

  const closed = windowOf(failure('ERR_FAILED'))
  const loading = load(closed)
  closed.seen.isDestroyed = true
  await loading
  expect(closed.seen).toMatchObject({ loads: ['app://console/'], shown: 0 })
})
