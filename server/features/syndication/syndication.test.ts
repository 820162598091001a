import { describe, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const author = await createUser(t.db, { username: 'ogrodnik' })
const garden = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród & działka' })
const night = await createCategory(t.db, { name: 'noc', display_name: 'Noc', is_nsfw: true })
const post = await createPost(t.db, { author, category: garden, title: 'Pomidory <dla>\u000b każdego', content: 'Kiedy **sadzić**?' })
const secret = await createPost(t.db, { author, category: night, title: 'Sekret' })
const deleted = await createPost(t.db, { author, category: garden, title: 'Usunięty', deleted_at: new Date() })

const text = async (path: string, host = 'localhost:3000') => (await t.request(path, { headers: { host } })).text()

describe('the sitemap', () => {
  test('is an index of files', async () => {
    expect(await text('/sitemap.xml')).toContain('<loc>http://localhost:3000/sitemap-posts-1.xml</loc>')
  })

  test('has the posts of normal communities, none of adult ones, none that are deleted', async () => {
    const file = await text('/sitemap-posts-1.xml')
    expect(file).toContain(`<loc>http://localhost:3000/post/${post.id}</loc>`)
    expect(file).not.toContain(`/post/${secret.id}<`)
    expect(file).not.toContain(`/post/${deleted.id}<`)
  })

  test('has the normal communities', async () => {
    const file = await text('/sitemap-communities.xml')
    expect(file).toContain('<loc>http://localhost:3000/r/ogrod</loc>')
    expect(file).not.toContain('/r/noc')
  })

  test.each(['/sitemap-posts-2.xml', '/sitemap-posts-0.xml', '/sitemap-users.xml'])('has no file %s', async (path) => {
    expect((await t.request(path)).status).toBe(404)
  })

  test('is named in robots.txt', async () => {
    expect(await text('/robots.txt')).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  })
})

describe('the Atom feed', () => {
  test('has the newest posts, escaped', async () => {
    const feed = await text('/feed.xml')
    expect(feed).toContain('<title>Pomidory &lt;dla&gt; każdego</title>')
    expect(feed).toContain('&lt;strong&gt;sadzić&lt;/strong&gt;')
    expect(feed).not.toContain('Sekret')
    expect(feed).not.toContain('Usunięty')
  })

  test('of a community has its posts', async () => {
    const feed = await text('/r/ogrod/feed.xml')
    expect(feed).toContain('<title>Ogród &amp; działka - Wątek</title>')
    expect(feed).toContain(`<id>http://localhost:3000/post/${post.id}</id>`)
  })

  test('of an adult or unknown community is 404', async () => {
    expect((await t.request('/r/noc/feed.xml')).status).toBe(404)
    expect((await t.request('/r/nowhere/feed.xml')).status).toBe(404)
  })
})

describe('the adult host', () => {
  test('lets nothing be listed', async () => {
    expect(await text('/robots.txt', 'adult.localhost:3000')).toBe('User-agent: *\nDisallow: /\n')
    expect((await t.request('/feed.xml', { headers: { host: 'adult.localhost:3000' } })).status).toBe(404)
    expect((await t.request('/sitemap.xml', { headers: { host: 'adult.localhost:3000' } })).status).toBe(404)
  })
})
