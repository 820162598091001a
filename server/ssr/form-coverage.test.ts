import { expect, test } from 'bun:test'
import type { Endpoint } from '#shared/api/contract.ts'
import { contract } from '#shared/api/index.ts'
import { publicContract } from '#shared/api/public.ts'
import { EXCEPTED, NO_ACTION, NOT_YET, OTHER_TARGETS } from '#server/test/forms/form-calls.ts'
import { createBrowser } from '#server/test/forms/browser.ts'
import { prepareSite } from '#server/test/forms/prepared-site.ts'
import { createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))

/** Every changing call that a member or a moderator may make by a screen. */
const actions = [publicContract, contract]
  .flatMap((of, at) =>
    Object.entries(of).flatMap(([group, calls]) =>
      Object.entries(calls as Record<string, Endpoint>)
        .filter(([, { method }]) => method !== 'GET')
        .filter(([, { access }]) => at === 0 || access === 'staff')
        .map(([name]) => `${group}.${name}`),
    ),
  )
  .filter((call, at, all) => all.indexOf(call) === at)
  .filter((call) => !(call in EXCEPTED) && !(call in NO_ACTION))

test('every call that a person makes by a screen has a form on some page, or is listed as lacking one', async () => {
  const { pages, bearers } = await prepareSite(t)
  const seen = new Set<string>()
  for (const [who, paths] of Object.entries(pages)) {
    const browser = createBrowser((url, init) => t.request(url, init))
    const bearer = bearers[who]
    if (bearer !== undefined) browser.cookies.set('session', bearer)
    for (const path of paths) {
      const page = await browser.open(path)
      expect([who, path, page.status]).toEqual([who, path, 200])
      for (const { call, action, method } of page.forms) if (method === 'post') seen.add(call ?? action)
      // A button may send its form to another call.
      for (const [, call] of page.html.matchAll(/formaction="\/act\/([\w.]+)"/gi)) seen.add(call!)
    }
  }
  const hasForm = (call: string) => seen.has(call) || seen.has(OTHER_TARGETS[call] ?? '')
  const missing = actions.filter((call) => !hasForm(call))
  expect(missing.filter((call) => !NOT_YET.has(call))).toEqual([])
  // A call leaves the list once it has its form.
  expect([...NOT_YET].filter((call) => hasForm(call) || !actions.includes(call))).toEqual([])
})
