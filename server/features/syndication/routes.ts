import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { originOf } from '#server/http/variant.ts'
import { findCategoryByName } from '../categories/queries.ts'
import { communityNames, lastPostId, newestPosts, postIdsBetween } from './queries.ts'

/** Addresses in one file of the sitemap; search engines take 50,000. */
const ADDRESSES = 40_000
const FEED_LENGTH = 25
const XML = 'application/xml; charset=utf-8'
const HOUR_CACHE = 'public, max-age=3600'
// XML has no place for most control characters, not even escaped.
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu
const DECLARATION = raw('<?xml version="1.0" encoding="UTF-8"?>\n')

/** What search engines and feed readers ask for. Of the adult variant there is nothing: they are asked their age like everybody. */
export function syndicationRoutes(services: Services): Hono<HttpEnv> {
  const { db, config } = services
  const origin = originOf('normal', config)
  const app = new Hono<HttpEnv>()

  app.get('/robots.txt', (c) => {
    c.header('Cache-Control', HOUR_CACHE)
    if (c.get('variant') === 'adult') return c.text('User-agent: *\nDisallow: /\n')
    return c.text(`User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /search\nAllow: /\n\nSitemap: ${origin}${paths.sitemap()}\n`)
  })

  app.use('/sitemap*', normalOnly)
  app.get('/sitemap.xml', async (c) => {
    const files = Math.ceil(await lastPostId(db) / ADDRESSES)
    const names = ['communities', ...Array.from({ length: files }, (_, at) => `posts-${at + 1}`)]
    c.header('Cache-Control', HOUR_CACHE)
    c.header('Content-Type', XML)
    return c.body(String(html`${DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names.map((name) =>
      html`<sitemap><loc>${origin}/sitemap-${name}.xml</loc></sitemap>`)}</sitemapindex>`))
  })
  app.get('/:file{sitemap-[a-z0-9-]+\\.xml}', async (c) => {
    const name = c.req.param('file').slice('sitemap-'.length, -'.xml'.length)
    const number = Number(/^posts-([1-9]\d{0,5})$/.exec(name)?.[1] ?? 0)
    if (name !== 'communities' && number === 0) throw new ApiError('not_found')
    const addresses = number === 0
      ? [paths.home(), paths.browseCommunities(), paths.privacyPolicy(), ...(await communityNames(db, ADDRESSES - 3)).map((community) => paths.community(community))]
      : (await postIdsBetween(db, (number - 1) * ADDRESSES + 1, number * ADDRESSES)).map((id) => paths.post(id))
    if (addresses.length === 0) throw new ApiError('not_found')
    c.header('Cache-Control', HOUR_CACHE)
    c.header('Content-Type', XML)
    return c.body(String(html`${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((address) =>
      html`<url><loc>${origin}${address}</loc></url>`)}</urlset>`))
  })

  async function atom(path: string, title: string, alternate: string, categoryId: number | null, deleted: string): Promise<string> {
    const posts = await newestPosts(db, categoryId, FEED_LENGTH)
    const updated = posts[0]?.created_at ?? services.now()
    return String(html`${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom"><id>${origin}${path}</id><title>${title.replace(NOT_IN_XML, '')}</title><updated>${updated.toISOString()}</updated><link rel="self" href="${origin}${path}"/><link rel="alternate" type="text/html" href="${origin}${alternate}"/>${posts.map((post) =>
      html`<entry><id>${origin}${paths.post(post.id)}</id><title>${post.title.replace(NOT_IN_XML, '')}</title><link rel="alternate" type="text/html" href="${origin}${paths.post(post.id)}"/><published>${post.created_at.toISOString()}</published><updated>${(post.edited_at ?? post.created_at).toISOString()}</updated><author><name>${post.author ?? deleted}</name></author><category term="${post.category_name}"/><content type="html">${post.content_html.replace(NOT_IN_XML, '')}</content></entry>`)}</feed>`)
  }

  app.get('/feed.xml', normalOnly, async (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Content-Type', 'application/atom+xml; charset=utf-8')
    return c.body(await atom(paths.feedXml(), config.siteName, '/', null, catalog(c.get('lang')).posts.deletedAuthor))
  })
  app.get('/r/:name/feed.xml', normalOnly, async (c) => {
    const community = await findCategoryByName(db, c.req.param('name'))
    if (!community || community.is_nsfw) throw new ApiError('category_not_found')
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Content-Type', 'application/atom+xml; charset=utf-8')
    const { name } = community
    return c.body(await atom(paths.communityFeedXml(name), `${community.display_name} - ${config.siteName}`, paths.community(name), community.id, catalog(c.get('lang')).posts.deletedAuthor))
  })
  return app
}

async function normalOnly(c: { get: (key: 'variant') => string }, next: () => Promise<void>): Promise<void> {
  if (c.get('variant') === 'adult') throw new ApiError('not_found')
  await next()
}
