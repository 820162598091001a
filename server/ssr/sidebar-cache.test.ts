import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { PAGE_TTL_MS } from './page-cache.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const reader = await createUser(t.db)
const cookie = `session=${await t.bearerOf(reader)}`
let at = 0
let life = 0
/** Moves the clock past the lifetime of all cached pages. */
const letPagesExpire = () => {
  const later = Date.now() + (life += PAGE_TTL_MS + 1_000)
  t.clock.now = () => new Date(later)
}
const page = async (headers: Record<string, string> = {}) =>
  (await t.request(`/login-help-${(at += 1)}`, { headers })).text()
const isBeside = (html: string, name: string) => html.includes(`class="side__link" href="/r/${name}"`)

test('a new community is in the sidebar of the next page for everybody until it is deleted', async () => {
  await page()
  const api = await t.as(reader)
  const { id } = await api.categories.create({
    name: 'ogrod',
    display_name: 'Ogród',
    description: 'Wszystko, co rośnie.',
    is_nsfw: false,
  })
  expect([isBeside(await page(), 'ogrod'), isBeside(await page({ cookie }), 'ogrod')]).toEqual([true, true])
  const staff = await t.as(null, { admin: t.config.adminPassword! })
  await staff.admin.removeCategory({ category_id: id })
  expect([isBeside(await page(), 'ogrod'), isBeside(await page({ cookie }), 'ogrod')]).toEqual([false, false])
})

test('a change by another process appears in the sidebar once cached pages expire', async () => {
  await page()
  await createCategory(t.db, { name: 'warsztat' })
  letPagesExpire()
  expect(isBeside(await page(), 'warsztat')).toBe(true)
})

test('the sidebar of the adult host lists no communities of the normal host, nor the other way round', async () => {
  await createCategory(t.db, { name: 'noc', is_nsfw: true })
  await createCategory(t.db, { name: 'dzien' })
  letPagesExpire()
  const night = await page({ host: 'adult.localhost', cookie: 'adult_ok=1' })
  const day = await page()
  expect([isBeside(night, 'noc'), isBeside(day, 'noc'), isBeside(night, 'dzien'), isBeside(day, 'dzien')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})
