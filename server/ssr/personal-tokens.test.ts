import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const HOST = 'localhost:3000'

test('OAUTH-5 a personal token created without JavaScript is shown once, on a page sent with no-store', async () => {
  const anna = await createUser(t.db)
  const cookie = `session=${await t.bearerOf(anna)}`
  const page = async () => (await t.request('/settings/security', { headers: { cookie, host: HOST } })).text()
  const _token = /name="_token" value="([^"]+)"/.exec(await page())![1]!
  const made = await t.request('/act/tokens.create', {
    method: 'POST',
    body: new URLSearchParams([
      ['name', 'Kopia'],
      ['scopes', 'read'],
      ['scopes', 'write:votes'],
      ['expires_in_days', '7'],
      ['_token', _token],
      ['_next', '/settings/security'],
    ]),
    headers: { cookie, host: HOST, 'sec-fetch-site': 'same-origin' },
  })
  const [, token] = />(wpt_[\w-]+)</.exec(await made.text())!
  expect(made.headers.get('cache-control')).toContain('no-store')
  const used = await t.request('/api/posts?limit=1', { headers: { authorization: `Bearer ${token}` } })
  expect(used.status).toBe(200)
  const after = await page()
  expect(after).toContain('Kopia')
  expect(after).not.toContain(token!)
  expect((await (await t.as(anna)).tokens.list()).tokens[0]!.scopes).toEqual(['read', 'write:votes'])
})
