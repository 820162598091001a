import { expect, test } from 'bun:test'
import { PAGE } from '#shared/limits.ts'
import { createTestApp } from '#server/test/app.ts'
import { createFollow, createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const gardener = await createUser(t.db, { username: 'Jan_Ogrodnik' })
const baker = await createUser(t.db, { username: 'Kasia_Zakwas' })
await createFollow(t.db, baker, gardener)

const html = async (path: string, headers: Record<string, string> = {}) => (await t.request(path, { headers })).text()
const members = (page: string) => [...page.split('<main')[1]!.matchAll(/href="\/u\/(\w+)"/g)].map(([, name]) => name)

test('PROF-2 a profile links to lists of its followers and followed members, without JavaScript', async () => {
  const profile = await html('/u/Jan_Ogrodnik')
  expect(profile).toContain('href="/u/Jan_Ogrodnik/followers"')
  expect(profile).toContain('href="/u/Jan_Ogrodnik/following"')

  const followers = await html('/user/jan_ogrodnik/followers')
  expect(followers).toContain('<h1 class="page-head__title">Kto obserwuje u/Jan_Ogrodnik</h1>')
  expect(followers).toContain('<link rel="canonical" href="http://localhost:3000/u/Jan_Ogrodnik/followers"/>')
  expect(members(followers)).toEqual(['Kasia_Zakwas', 'Jan_Ogrodnik'])

  const following = await html('/u/Kasia_Zakwas/following', { cookie: 'language=en' })
  expect(following).toContain('People u/Kasia_Zakwas follows')
  expect(members(following)).toEqual(['Jan_Ogrodnik', 'Kasia_Zakwas'])
  expect(await html('/u/Jan_Ogrodnik/following')).toContain('Ta osoba nikogo jeszcze nie obserwuje.')
  expect(await html('/u/Jan_Ogrodnik/followers', { cookie: 'lite=1' })).toContain('href="/u/Kasia_Zakwas"')
})

test('PROF-2 a long list of followers is paginated, and an unknown member or list returns 404', async () => {
  const star = await createUser(t.db, { username: 'Gwiazda' })
  for (let at = 0; at <= PAGE.list; at += 1) await createFollow(t.db, await createUser(t.db), star)
  const first = await html('/u/Gwiazda/followers')
  expect(members(first)).toHaveLength(PAGE.list + 1)
  expect(first).toContain('href="/u/Gwiazda/followers?page=2"')
  expect(members(await html('/u/Gwiazda/followers?page=2'))).toHaveLength(2)
  expect((await t.request('/u/nobody_here/followers')).status).toBe(404)
  expect((await t.request('/u/Gwiazda/friends')).status).toBe(404)
})
