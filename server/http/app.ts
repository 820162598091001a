import { Hono, type MiddlewareHandler } from 'hono'
import { getPathNoStrict } from 'hono/utils/url'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { clientAddress, createProxyTrust } from '#server/lib/address.ts'
import { apiRoutes, errorResponse } from './api.ts'
import { readCookies } from './cookies.ts'
import { cors, refuseForeignPages } from './cors.ts'
import { devOutbox } from './dev-outbox.ts'
import { securityHeaders } from './headers.ts'
import { createMetrics, createMetricsRegistry, type MetricsRegistry } from './metrics.ts'
import { mediaRoutes } from '#server/features/uploads/routes.ts'
import { openApiDocument } from './openapi.ts'
import { probeRoutes } from './probes.ts'
import { syndicationRoutes } from '#server/features/syndication/routes.ts'
import { hasOneHost, type HttpEnv } from './request.ts'
import { variantOf } from './variant.ts'

export type Pages = (services: Services) => {
  /** Serves a cached page before any other middleware. */
  cachedPage: MiddlewareHandler<HttpEnv>
  routes: (app: Hono<HttpEnv>) => void
}

/** The order of the middleware is the security policy: caller, cached pages, headers, foreign origins, then the routes. */
export function createApp(services: Services, pages?: Pages, registry: MetricsRegistry = createMetricsRegistry()): Hono<HttpEnv> {
  const { config } = services
  // With an invalid Host header the URL is a bare path, which Hono would route; it is refused below.
  const app = new Hono<HttpEnv>({ getPath: (request) => (request.url.startsWith('/') ? '/' : getPathNoStrict(request)) })
  const isTrusted = createProxyTrust(config.trustedProxies)
  const metrics = createMetrics(services, registry)
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
  if (site) app.use(site.cachedPage)
  app.use(securityHeaders(config))
  app.use('/api/*', cors(config))
  app.use('/api/*', refuseForeignPages(config))
  app.use('/age', refuseForeignPages(config))
  app.use(async (c, next) => {
    if (!hasOneHost(c.req.raw)) throw new ApiError('bad_request')
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
