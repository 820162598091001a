import { afterAll, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { paths } from '#shared/paths.ts'
import { comment } from '#server/features/comments/table.ts'
import { phpbb } from '#server/features/import/sources/phpbb/reader.ts'
import { createFormerForum, importInto } from '#server/features/import/testing/former-forum.ts'
import { post } from '#server/features/posts/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const forum = await createFormerForum('phpbb')
afterAll(forum.drop)
const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
await importInto(t, phpbb, { database: forum.url })

const threadNamed = async (title: string) => (await t.db.select().from(post).where(eq(post.title, title)))[0]!
const said = (postId: number) => t.db.select().from(comment).where(eq(comment.post_id, postId)).orderBy(asc(comment.id))

test.each([
  ['/viewtopic.php?t=10', 10, null],
  ['/viewtopic.php?f=2&t=10&start=0&sid=abc', 10, null],
  ['/viewtopic.php?p=102#p102', 10, 1],
  ['/viewtopic.php?f=2&t=10&start=2', 10, 1],
  ['/viewtopic.php?p=100', 10, null],
  ['/zakwas-t10.html', 10, null],
  ['/vt10.htm', 10, null],
])('IMP-14 the old URL %s redirects to its imported content', async (address, _, at) => {
  const thread = await threadNamed('Zakwas "żytni"')
  const comments = await said(thread.id)
  const response = await t.request(`/forum${address}`)
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(paths.post(thread.id, at === null ? null : comments[at]!.id))
})

test.each([
  ['/forum/viewforum.php?f=2', '/r/chleb_bu_ki'],
  ['/forum/memberlist.php?mode=viewprofile&u=3', '/u/Zolty_L'],
  ['/forum/index.php', '/'],
  ['/forum/feed.php?f=2', '/r/chleb_bulki/feed.xml'],
])('IMP-14 the old URL %s redirects to a page of this forum', async (address, path) => {
  const response = await t.request(address)
  expect([response.status, response.headers.get('location')]).toEqual([301, path.replace('bu_ki', 'bulki')])
})

test.each(['/forum/viewtopic.php?t=999', '/viewtopic.php?t=10', '/forum/viewtopic.php', '/forum/viewtopic.php?t=13'])(
  'IMP-14 the old URL %s is not found',
  async (address) => {
    expect((await t.request(address)).status).toBe(404)
  },
)

test.each([
  ['pl', 'Szukaj „jaki rower do miasta”'],
  ['en', 'Search for “jaki rower do miasta”'],
])('IMP-20 an unknown URL of a former forum offers a search for the words of its slug in %s', async (lang, text) => {
  const headers = { cookie: `language=${lang}` }
  const response = await t.request('/forum/jaki-rower-do-miasta-t999.html', { headers })
  const page = await response.text()
  expect(response.status).toBe(404)
  expect(page).toContain(`href="/search?q=jaki%20rower%20do%20miasta"`)
  expect(page).toContain(text)
})

test('IMP-20 the page of an unknown former URL without words has no link to a search', async () => {
  const page = await (await t.request('/forum/viewtopic.php?t=999')).text()
  expect(page).not.toContain('href="/search?q=')
})
