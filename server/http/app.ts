import { Hono, type MiddlewareHandler } from 'hono'
import { getPathNoStrict } from 'hono/utils/url'
import { ApiError } from '#shared/api/errors.ts'
import { setup } from '#shared/api/setup.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { apiRoutes, errorResponse } from './api.ts'
import { cors, refuseForeignPages } from './cors.ts'
import { devOutbox } from './dev-outbox.ts'
import { securityHeaders } from './headers.ts'
import { createMetrics, createMetricsRegistry, type Metrics, type MetricsRegistry } from './metrics.ts'
import { announcementRoutes } from '#server/features/announcements/routes.ts'
import { eventRoutes } from '#server/features/events/routes.ts'
import { adRoutes } from '#server/features/ads/routes.ts'
import { pieceRoutes } from '#server/features/streams/routes.ts'
import { liveMediaRoutes } from '#server/features/streams/media/routes.ts'
import { isLemmyPath, lemmyRoutes } from '#server/features/lemmy-api/routes.ts'
import { mediaRoutes } from '#server/features/uploads/routes.ts'
import { oauthRoutes } from '#server/features/oauth/routes.ts'
import { openApiRoutes } from '#server/features/portal/openapi.ts'
import { probeRoutes } from './probes.ts'
import { iconRoutes } from '#server/features/settings/icons/routes.ts'
import { appRoutes } from '#server/features/offline/app-routes.ts'
import { browserKeyRoutes } from '#server/features/offline/key-routes.ts'
import { syndicationRoutes } from '#server/features/syndication/routes.ts'
import { noticeRoutes } from '#server/features/moderation/notices/routes.ts'
import { formerAccountRoutes } from '#server/features/import/routes.ts'
import { signInServiceRoutes } from '#server/features/sign-in-services/routes.ts'
import { unsubscribeRoutes } from '#server/features/mails/routes.ts'
import { originOf } from './variant.ts'
import { createCallerOf, hasOneHost, type Caller, type CallerOf, type HttpEnv } from './request.ts'

const SETUP_CALL = setup.complete.path

/** Null if the page is not in the cache. */
export type CachedPages = (request: Request, caller: Caller) => Promise<Response | null>

export type Pages = (services: Services) => {
  cachedPage: CachedPages
  routes: (app: Hono<HttpEnv>) => void
  /** Routes of the pages shown while a forum waits for its first admin. */
  setupRoutes: (app: Hono<HttpEnv>) => void
}

const unless =
  (isExcepted: (path: string) => boolean, middleware: MiddlewareHandler<HttpEnv>): MiddlewareHandler<HttpEnv> =>
  (c, next) =>
    isExcepted(c.req.path) ? next() : middleware(c, next)

type Common = { services: Services; callerOf: CallerOf; metrics: Metrics }

/** The order of the middleware is security relevant: caller, headers, check of the origin, then the routes. */
function withMiddleware({ services, callerOf, metrics }: Common): Hono<HttpEnv> {
  const { config } = services
  // For an invalid Host header Bun gives a bare path as URL, which Hono would route; `hasOneHost` refuses it below.
  const app = new Hono<HttpEnv>({
    getPath: (request) => (request.url.startsWith('/') ? '/' : getPathNoStrict(request)),
  })
  app.use(async (c, next) => {
    const startedAt = performance.now()
    const caller = callerOf(c.req.raw, c.env)
    for (const name of Object.keys(caller) as (keyof Caller)[]) c.set(name, caller[name])
    await next()
    c.res.headers.set('X-Request-Id', caller.requestId)
    metrics.count(c.req.method, c.req.path, c.res.status, startedAt)
    services.usage.answer(c.req.method, c.res)
  })
  app.use(securityHeaders(config))
  const isOpen = (path: string) => config.lemmyApi && isLemmyPath(path)
  app.use('/api/*', unless(isOpen, cors(config)))
  app.use('/api/*', unless(isOpen, refuseForeignPages(config)))
  app.use('/age', refuseForeignPages(config))
  app.use('/notice', refuseForeignPages(config))
  app.use('/setup', refuseForeignPages(config))
  app.use(paths.closeAnnouncement(), refuseForeignPages(config))
  app.use(async (c, next) => {
    if (!hasOneHost(c.req.raw)) throw new ApiError('bad_request')
    await next()
  })

  app.use(async (c, next) => {
    if (c.get('variant') === 'normal' || services.settings.value('adult_variant')) return next()
    if (c.req.path.startsWith('/api/')) throw new ApiError('feature_off')
    return c.redirect(originOf('normal', config), 302)
  })

  app.onError((error, c) => errorResponse(c, error, services))
  app.route('/', probeRoutes(services))
  app.route('/', metrics.routes)
  return app
}

/** Serves health probes, the set-up page and its API call; every other URL redirects to that page. */
function createSetupApp(common: Common, site: ReturnType<Pages> | undefined): Hono<HttpEnv> {
  const app = withMiddleware(common)
  app.use('/api/*', async (c, next) => {
    if (c.req.path !== SETUP_CALL) throw new ApiError('setup_required')
    await next()
  })
  app.route('/', apiRoutes(common.services))
  site?.setupRoutes(app)
  app.notFound((c) => errorResponse(c, new ApiError('setup_required'), common.services))
  return app
}

/** Cached pages are answered before all middleware. */
export function createApp(
  services: Services,
  pages?: Pages,
  registry: MetricsRegistry = createMetricsRegistry(),
): Hono<HttpEnv> {
  const callerOf = createCallerOf(services)
  const metrics = createMetrics(services, registry)
  const site = pages?.(services)
  const app = withMiddleware({ services, callerOf, metrics })
  app.route('/', openApiRoutes(services))
  app.route('/', eventRoutes(services))
  app.route('/', pieceRoutes(services))
  app.route('/', adRoutes(services))
  app.route('/', unsubscribeRoutes(services))
  app.route('/', formerAccountRoutes(services))
  app.route('/', noticeRoutes(services))
  app.route('/', announcementRoutes(services))
  app.route('/', signInServiceRoutes(services))
  app.route('/', lemmyRoutes(services))
  app.route('/', oauthRoutes(services))
  app.route('/', apiRoutes(services))
  app.route('/', devOutbox(services))
  app.route('/', liveMediaRoutes(services))
  app.route('/', mediaRoutes(services))
  app.route('/', iconRoutes(services))
  app.route('/', appRoutes(services))
  app.route('/', browserKeyRoutes(services))
  app.route('/', syndicationRoutes(services))
  site?.routes(app)
  app.notFound((c) => errorResponse(c, new ApiError('not_found'), services))
  if (site) serveCachedPages(site.cachedPage)
  if (services.setup.isOpen()) serveSetup(createSetupApp({ services, callerOf, metrics }, site))
  return app

  /** Requests go to the full app as soon as the set-up is closed. */
  function serveSetup(setupApp: Hono<HttpEnv>): void {
    const afterwards = app.fetch
    app.fetch = (...args) => {
      if (services.setup.isOpen()) return setupApp.fetch(...args)
      app.fetch = afterwards
      return afterwards(...args)
    }
  }

  /** Bypasses Hono, whose routing and context take as much time as the rest of a response with a cached page. */
  function serveCachedPages(cachedPage: CachedPages): void {
    const route = app.fetch
    app.fetch = async (request, env, executionCtx) => {
      const startedAt = performance.now()
      const caller = callerOf(request, env as HttpEnv['Bindings'])
      const page = await cachedPage(request, caller)
      if (!page) return route(request, env, executionCtx)
      page.headers.set('X-Request-Id', caller.requestId)
      metrics.count(request.method, getPathNoStrict(request), page.status, startedAt)
      services.usage.answer(request.method, page)
      return page
    }
  }
}
