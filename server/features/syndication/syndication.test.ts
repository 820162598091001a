import { describe, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const author = await createUser(t.db, { username: 'ogrodnik' })
const garden = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród & działka' })
const night = await createCategory(t.db, { name: 'noc', display_name: 'Noc', is_nsfw: true })
const post = await createPost(t.db, {
  author,
  category: garden,
  title: 'Pomidory <dla>\u000b każdego',
  content: 'Kiedy **sadzić**?',
})
const secret = await createPost(t.db, { author, category: night, title: 'Sekret' })
const deleted = await createPost(t.db, { author, category: garden, title: 'Usunięty', deleted_at: new Date() })

const text = async (path: string, host = 'localhost:3000') => (await t.request(path, { headers: { host } })).text()

describe('the sitemap of the site', () => {
  test('the sitemap is an index of sitemap files', async () => {
    expect(await text('/sitemap.xml')).toContain('<loc>http://localhost:3000/sitemap-posts-1.xml</loc>')
  })

  test('the sitemap lists normal posts, but no adult and no deleted ones', async () => {
    const file = await text('/sitemap-posts-1.xml')
    expect(file).toContain(`<loc>http://localhost:3000/post/${post.id}</loc>`)
    expect(file).not.toContain(`/post/${secret.id}<`)
    expect(file).not.toContain(`/post/${deleted.id}<`)
  })

  test('the sitemap lists normal communities, but no adult ones', async () => {
    const file = await text('/sitemap-communities.xml')
    expect(file).toContain('<loc>http://localhost:3000/r/ogrod</loc>')
    expect(file).not.toContain('/r/noc')
  })

  test.each([
    '/sitemap-posts-2.xml',
    '/sitemap-posts-0.xml',
    '/sitemap-posts-53688.xml',
    '/sitemap-posts-999999.xml',
    '/sitemap-users.xml',
  ])('the sitemap file %s does not exist', async (path) => {
    expect((await t.request(path)).status).toBe(404)
  })

  test('the sitemap index names only existing files', async () => {
    const adult = await createTestApp()
    await createPost(adult.db, { category: await createCategory(adult.db, { is_nsfw: true }) })
    const index = await (await adult.request('/sitemap.xml')).text()
    const files = [...index.matchAll(/<loc>http:\/\/localhost:3000(.*?)<\/loc>/g)].map(([, path]) => path!)
    expect(files).toEqual(['/sitemap-communities.xml'])
    expect((await adult.request('/sitemap-posts-1.xml')).status).toBe(404)
  })

  test('robots.txt names the sitemap', async () => {
    expect(await text('/robots.txt')).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  })
})

describe('the Atom feed of the site', () => {
  test('the Atom feed lists the newest posts with escaped titles', async () => {
    const feed = await text('/feed.xml')
    expect(feed).toContain('<title>Pomidory &lt;dla&gt; każdego</title>')
    expect(feed).toContain('<summary>Kiedy sadzić?</summary>')
    expect(feed).not.toContain('Sekret')
    expect(feed).not.toContain('Usunięty')
  })

  test('an Atom feed omits the text of spoiler posts and spoilers within a text', async () => {
    const own = await createTestApp()
    const films = await createCategory(own.db, { name: 'filmy' })
    await createPost(own.db, {
      category: films,
      title: 'Finał serialu',
      content: 'Mordercą jest ogrodnik.',
      is_spoiler: true,
    })
    await createPost(own.db, { category: films, title: 'Drugi finał', content: 'Uwaga: >!Mordercą jest kucharz.!<' })
    for (const path of ['/feed.xml', '/r/filmy/feed.xml']) {
      const feed = await (await own.request(path)).text()
      expect(feed).toContain('<title>Finał serialu</title>')
      expect(feed).toContain('<summary>Uwaga: ')
      expect(feed).not.toContain('Mordercą')
    }
  })

  test('the Atom feed of a community lists its posts', async () => {
    const feed = await text('/r/ogrod/feed.xml')
    expect(feed).toContain('<title>Ogród &amp; działka - Wątek</title>')
    expect(feed).toContain(`<id>http://localhost:3000/post/${post.id}</id>`)
  })

  test('the Atom feed shortens long texts, so that escaping them stays cheap', async () => {
    const own = await createTestApp()
    const long = await createCategory(own.db, { name: 'dlugie' })
    await Promise.all(
      Array.from({ length: 25 }, () =>
        createPost(own.db, { category: long, title: '&'.repeat(300), content: '<'.repeat(40_000) }),
      ),
    )
    expect(Buffer.byteLength(await (await own.request('/r/dlugie/feed.xml')).text())).toBeLessThan(25 * 8_000)
  })

  test('the Atom feed of an adult or unknown community returns 404', async () => {
    expect((await t.request('/r/noc/feed.xml')).status).toBe(404)
    expect((await t.request('/r/nowhere/feed.xml')).status).toBe(404)
  })
})

describe.each(['/feed.xml', '/r/czeste/feed.xml', '/sitemap.xml', '/sitemap-communities.xml', '/sitemap-posts-1.xml'])(
  '%s',
  (path) => {
    test('Atom feeds and sitemaps are cached on the server for a minute', async () => {
      const fresh = await createTestApp()
      const start = Date.now()
      fresh.clock.now = () => new Date(start)
      const category = await createCategory(fresh.db, { name: 'czeste' })
      await createPost(fresh.db, { category })
      const read = async () => (await fresh.request(path)).text()
      const first = await read()
      await createCategory(fresh.db, { name: 'nowa' })
      await createPost(fresh.db, { category })
      await createPost(fresh.db, { category, id: 40_001 })
      expect(await read()).toBe(first)
      fresh.clock.now = () => new Date(start + 60_000)
      expect(await read()).not.toBe(first)
    })

    test('feeds and sitemaps are rate-limited by network address', async () => {
      const limited = await createTestApp({ RATE_LIMIT_SCALE: '0.1' })
      await createPost(limited.db, { category: await createCategory(limited.db, { name: 'czeste' }) })
      const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await limited.request(path)).status))
      expect(statuses).toEqual([...Array(6).fill(200), 429])
    })
  },
)

test('a deleted post disappears from feeds and sitemaps at once', async () => {
  const fresh = await createTestApp()
  const writer = await createUser(fresh.db)
  const [kept, gone] = [await createPost(fresh.db, { author: writer }), await createPost(fresh.db, { author: writer })]
  const isIn = async (path: string) => (await (await fresh.request(path)).text()).includes(`/post/${gone.id}<`)
  expect([await isIn('/feed.xml'), await isIn('/sitemap-posts-1.xml')]).toEqual([true, true])
  await (await fresh.as(writer)).posts.remove({ post_id: gone.id })
  expect([await isIn('/feed.xml'), await isIn('/sitemap-posts-1.xml')]).toEqual([false, false])
  expect(await (await fresh.request('/feed.xml')).text()).toContain(`/post/${kept.id}<`)
})

describe('feeds and sitemaps on the adult host', () => {
  test('the adult host serves no Atom feed and no sitemap', async () => {
    expect(await text('/robots.txt', 'adult.localhost:3000')).toBe('User-agent: *\nDisallow: /\n')
    expect((await t.request('/feed.xml', { headers: { host: 'adult.localhost:3000' } })).status).toBe(404)
    expect((await t.request('/sitemap.xml', { headers: { host: 'adult.localhost:3000' } })).status).toBe(404)
  })
})
