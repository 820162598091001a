import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { originOf } from '#server/http/variant.ts'
import { wholeBody } from '#server/http/whole-body.ts'
import { createFeeds, type Feed } from './feeds.ts'

const HOUR = 'public, max-age=3600'
const FIVE_MINUTES = 'public, max-age=300'

function send(c: Context<HttpEnv>, { xml }: Feed, type: string, cacheControl: string): Response {
  const { body, headers } = wholeBody(xml)
  return c.body(body, 200, {
    'Content-Type': `application/${type}; charset=utf-8`,
    'Cache-Control': cacheControl,
    ...headers,
  })
}

/** The adult site has no feeds and sitemaps, because it asks every visitor about their age, also crawlers. */
export function syndicationRoutes(services: Services): Hono<HttpEnv> {
  const feeds = createFeeds(services)
  const app = new Hono<HttpEnv>()

  const normalOnly: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (c.get('variant') === 'adult') throw new ApiError('not_found')
    await services.limiter.take('syndication', { address: c.get('address') })
    await next()
  }

  app.get('/robots.txt', (c) => {
    c.header('Cache-Control', HOUR)
    if (c.get('variant') === 'adult') return c.text('User-agent: *\nDisallow: /\n')
    const sitemap = originOf('normal', services.config) + paths.sitemap()
    return c.text(
      'User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /ad/\nDisallow: /search\nAllow: /\n\n' +
        `Sitemap: ${sitemap}\n`,
    )
  })

  app.get('/sitemap.xml', normalOnly, async (c) => send(c, await feeds.sitemapIndex(), 'xml', HOUR))
  app.get('/sitemap-communities.xml', normalOnly, async (c) => send(c, await feeds.sitemapOfCommunities(), 'xml', HOUR))
  app.get('/:file{sitemap-posts-[1-9][0-9]{0,5}\\.xml}', normalOnly, async (c) => {
    const file = Number(/\d+/.exec(c.req.param('file'))![0])
    return send(c, await feeds.sitemapOfPosts(file), 'xml', HOUR)
  })
  app.get('/:file{sitemap-[a-z0-9-]+\\.xml}', () => {
    throw new ApiError('not_found')
  })

  app.get('/feed.xml', normalOnly, async (c) => send(c, await feeds.atom(c.get('lang')), 'atom+xml', FIVE_MINUTES))
  app.get('/r/:name/feed.xml', normalOnly, async (c) =>
    send(c, await feeds.atomOfCommunity(c.req.param('name'), c.get('lang')), 'atom+xml', FIVE_MINUTES),
  )
  return app
}
