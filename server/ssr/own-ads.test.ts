import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { adDay } from '#server/features/ads/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({ ADS: 'own' }, createPages(developmentAssets('http://localhost:5173')))
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const author = await createUser(t.db)
const garden = await createCategory(t.db, { name: 'ogrod', creator: author })
for (let n = 0; n < 9; n++) await createPost(t.db, { category: garden, author })
const post = await createPost(t.db, { category: garden, author })
for (let n = 0; n < 11; n++) await createComment(t.db, { post, author })

const { ad } = await admin.adminAds.create({
  title: 'Księgarnia <b>',
  text: 'Książki o ogrodach',
  url: 'https://example.com/',
})
const html = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await t.request(path, { method, headers })).text()
const own = (page: string) => page.split(`data-ad="${ad.id}"`).length - 1
const cookie = `session=${await t.bearerOf(author)}`
const house = (page: string) => page.split('data-ad=""').length - 1

async function viewsDuring(load: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await t.services.adCounts.flush()
    return (await t.db.select().from(adDay).where(eq(adDay.ad_id, ad.id)))[0]?.views ?? 0
  }
  const before = await read()
  await load()
  return (await read()) - before
}

describe('ADS-11 the setting ADS=own', () => {
  test.each([['/'], ['/r/ogrod'], [`/post/${post.id}`]])(
    "the operator's ad appears twice on %s, labelled, and links through a redirect of this site",
    async (path) => {
      const page = await html(path)
      expect([own(page), house(page)]).toEqual([2, 0])
      expect(page).toContain('>Reklama<')
      expect(page).toMatch(
        new RegExp(`href="/ad/${ad.id}" rel="sponsored nofollow noopener" target="_blank">Księgarnia &lt;b&gt;<`),
      )
      expect(page).not.toContain('https://example.com/')
    },
  )

  test("the site's own promotion replaces the operator's ad as soon as the ad is disabled", async () => {
    await html('/r/ogrod')
    await admin.adminAds.edit({ ad_id: ad.id, is_enabled: false })
    const page = await html('/r/ogrod')
    expect([own(page), house(page)]).toEqual([0, 2])
    await admin.adminAds.edit({ ad_id: ad.id, is_enabled: true })
    expect(own(await html('/r/ogrod'))).toBe(2)
  })
})

describe('ADS-12 counted ad views', () => {
  test.each([
    ['of visitors, whose pages stay cached', {}, 400],
    ['of a member', { cookie }, 40],
  ])('the number of counted ad views %s equals that of shown ads', async (_, headers, pages) => {
    const bodies = new Set<string>()
    const views = await viewsDuring(async () => {
      const load = Array.from({ length: pages / 2 }, async () => {
        bodies.add(await html('/r/ogrod', headers))
        await html(`/post/${post.id}`, headers)
      })
      await Promise.all(load)
    })
    expect(views).toBe(pages * 2)
    expect(bodies.size === 1).toBe(!('cookie' in headers))
  })

  test('HEAD requests and robots count no ad views, on new and on cached pages', async () => {
    const robot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
    expect(
      await viewsDuring(async () => {
        for (const path of ['/r/ogrod?a=1', '/r/ogrod?a=1', `/post/${post.id}?a=1`, `/post/${post.id}?a=1`]) {
          await html(path, {}, 'HEAD')
          await html(path, robot)
        }
      }),
    ).toBe(0)
  })

  test('several ads on one page are counted separately', async () => {
    const other = (await admin.adminAds.create({ title: 'Kwiaciarnia', url: 'https://example.org/', weight: 10 })).ad
    const counts = new Map<number, number>()
    await viewsDuring(async () => {
      for (let n = 0; n < 20; n++) {
        for (const [, id] of (await html(`/r/ogrod?n=${n}`)).matchAll(/data-ad="(\d+)"/g))
          counts.set(Number(id), (counts.get(Number(id)) ?? 0) + 1)
      }
    })
    const listed = (await admin.adminAds.list()).ads.find(({ id }) => id === other.id)!
    expect(listed.views).toBe(counts.get(other.id) ?? 0)
    await admin.adminAds.remove({ ad_id: other.id })
  })
})

test('ADS-13 a page with an ad sets no cookie and loads nothing of other hosts; views are stored by day', async () => {
  const answer = await t.request('/r/ogrod')
  const page = await answer.text()
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('content-security-policy')).not.toContain('example.com')
  const block = /<div class="promo".*?<\/div>/s.exec(page)![0]
  expect(block).not.toMatch(/<script|<iframe|\bon\w+=|https?:\/\//)
  expect(Object.keys((await t.db.select().from(adDay))[0]!)).toEqual(['ad_id', 'day', 'views', 'clicks'])
})
