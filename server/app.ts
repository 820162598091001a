import { Hono, type MiddlewareHandler } from 'hono'
import { getPathNoStrict } from 'hono/utils/url'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { clientAddress, createProxyTrust } from '#server/http/address.ts'
import { apiRoutes, errorResponse } from '#server/http/api.ts'
import { readCookies } from '#server/http/cookies.ts'
import { cors } from '#server/http/cors.ts'
import { devOutbox } from '#server/http/dev-outbox.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { mediaRoutes } from '#server/http/media.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { probeRoutes } from '#server/http/probes.ts'
import { syndicationRoutes } from '#server/features/syndication/routes.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { variantOf } from '#server/http/variant.ts'

/** What answers outside the API: the pages and the client's files. */
export type Pages = (services: Services) => {
  /** Answers with all that an answer carries where it is at hand already, so that nothing else need be asked. */
  atHand: MiddlewareHandler<HttpEnv>
  routes: (app: Hono<HttpEnv>) => void
}

/**
 * The whole server as one value. The order of the middleware, top to bottom, is the security policy:
 * who asks, pages that are at hand, what every other answer carries, which foreign page may read it, then the routes.
 */
export function createApp(services: Services, pages?: Pages): Hono<HttpEnv> {
  const { config } = services
  // With a Host header that is no host the address is a bare path, of which Hono would make another: it is refused below.
  const app = new Hono<HttpEnv>({ getPath: (request) => (request.url.startsWith('/') ? '/' : getPathNoStrict(request)) })
  const isTrusted = createProxyTrust(config.trustedProxies)
  const metrics = createMetrics(services)
  const site = pages?.(services)

  app.use(metrics.count)
  app.use(async (c, next) => {
    const peer = c.env?.requestIP?.(c.req.raw)?.address ?? '127.0.0.1'
    c.set('requestId', crypto.randomUUID())
    c.set('peer', peer)
    c.set('address', clientAddress(peer, c.req.header('x-forwarded-for') ?? null, isTrusted))
    c.set('variant', variantOf(c.req.header('host') ?? URL.parse(c.req.url)?.host, config.adultHost))
    const cookies = readCookies(c.req.header('cookie'))
    c.set('cookies', cookies)
    c.set('lang', cookies.get('language') === 'en' ? 'en' : 'pl')
    await next()
    c.res.headers.set('X-Request-Id', c.get('requestId'))
  })
  if (site) app.use(site.atHand)
  app.use(securityHeaders(config))
  app.use('/api/*', cors(config))
  app.use(async (c, next) => {
    if (!URL.canParse(c.req.url)) throw new ApiError('bad_request')
    await next()
  })

  app.onError((error, c) => errorResponse(c, error, services))
  app.route('/', probeRoutes(services))
  app.route('/', metrics.routes)
  const openApi = openApiDocument(config.siteName)
  app.get('/api/openapi.json', (c) => c.json(openApi as object))
  app.route('/', apiRoutes(services))
  app.route('/', devOutbox(services))
  app.route('/', mediaRoutes(services))
  app.route('/', syndicationRoutes(services))
  site?.routes(app)
  app.notFound((c) => errorResponse(c, new ApiError('not_found'), services))
  return app
}
