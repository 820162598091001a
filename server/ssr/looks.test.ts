import { expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { looksOf } from './looks.ts'
import { createPages } from './pages.ts'

const resolver = developmentAssets('http://localhost:5173')
const t = await createTestApp({}, createPages(resolver))
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

const pageOf = async (host = 'localhost') =>
  (await t.request(`http://${host}/`, { headers: { cookie: 'language=en; age=1' } })).text()

test('RUN-4 default appearance settings add nothing to a page', async () => {
  expect(looksOf({ accent: { normal: 184, adult: 356 }, corner: 'round', density: 'cosy' })).toBe('')
  expect(await pageOf()).not.toContain('<style>:root')
})

test('RUN-4 accent colour, corner radius and density are inlined in the page, for each theme', async () => {
  await admin.adminSettings.change({
    values: { accent: { normal: 300, adult: 356 }, corner: 'square', density: 'compact' },
  })
  const page = await pageOf()
  expect(page).toContain("<style>:root[data-variant='normal']{--accent:#")
  expect(page).toContain("@media screen{:root[data-variant='normal'][data-theme='dark']{--accent:#")
  expect(page).toContain('--radius-m:0px')
  expect(page).toContain('--space-4:.75rem')
  expect(page).not.toContain("[data-variant='adult']{--accent")
})

test('RUN-3 a cached page shows a changed site name at once, in its title and its header', async () => {
  expect(await pageOf()).toContain('<title>Wątek</title>')
  await admin.adminSettings.change({ values: { site_name: 'Garden <Club>', tagline_en: 'Talks about "plants"' } })
  const page = await pageOf()
  expect(page).toContain('<title>Garden &lt;Club&gt;</title>')
  expect(page).toContain('content="Talks about &quot;plants&quot;"')
  expect(page).toContain('aria-label="Garden &lt;Club&gt;"')
})
