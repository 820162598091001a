import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { createCallerApi, createLocalApi, refusalOf } from '#server/http/api.ts'
import { readBody } from '#server/http/body.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { bearerToken, requestCtx, type HttpEnv } from '#server/http/request.ts'
import { originOf } from '#server/http/variant.ts'
import { LemmyRefusal, toLemmyError } from './errors.ts'
import type { Form, Lemmy, LemmyCall } from './lemmy.ts'
import { pictureName, picturePath, PICTURES } from './media.ts'
import { commentCalls } from './calls/comments.ts'
import { communityCalls } from './calls/communities.ts'
import { inboxCalls } from './calls/inbox.ts'
import { peopleCalls } from './calls/people.ts'
import { postCalls } from './calls/posts.ts'
import { searchCalls } from './calls/search.ts'
import { LEMMY_VERSION, siteCalls } from './calls/site.ts'
import { callsWithoutCounterpart } from './calls/without-counterpart.ts'

const PREFIX = '/api/v3'

export const lemmyCalls: Record<string, LemmyCall> = {
  ...siteCalls,
  ...peopleCalls,
  ...postCalls,
  ...commentCalls,
  ...communityCalls,
  ...searchCalls,
  ...inboxCalls,
  ...callsWithoutCounterpart,
}

/** The Lemmy API never reads cookies, so pages of any origin may call it (CORS). */
export const isLemmyPath = (path: string): boolean =>
  path.startsWith(`${PREFIX}/`) || path === PICTURES || path.startsWith(`${PICTURES}/`)

/** Only the bearer token identifies the caller. */
async function lemmyOf(c: Context<HttpEnv>, services: Services): Promise<Lemmy> {
  const token = bearerToken(c.req.header('authorization'))
  const found = await requestCtx(c, services, null, { anyScope: true })
  const ctx = {
    ...found,
    ...(token === null && { viewer: null, by_bearer: false }),
    admin_credential: null,
    known_browser: null,
    pending_sign_in: null,
    setSessionCookie: () => {},
    setKnownBrowserCookie: () => {},
    setPendingSignInCookie: () => {},
    setHeader: () => {},
  }
  return {
    ctx,
    calls: createCallerApi(services, ctx),
    lookups: createLocalApi(ctx),
    origin: originOf(ctx.variant, services.config),
    token,
  }
}

function errorAnswer(c: Context<HttpEnv>, thrown: unknown, { log }: Services): Response {
  const error = thrown instanceof LemmyRefusal ? thrown : (refusalOf(thrown) ?? new ApiError('internal'))
  if (error instanceof ApiError && error.code === 'internal')
    log.error('A request failed', { request_id: c.get('requestId'), path: c.req.path, error: thrown })
  if (error instanceof ApiError && error.details.retryAfter !== undefined)
    c.header('Retry-After', String(error.details.retryAfter))
  const { status, body } = toLemmyError(error, c.get('lang'))
  return c.json(body, status as 400)
}

const NODEINFO = { software: 'http://nodeinfo.diaspora.software/ns/schema/2.1', path: '/nodeinfo/2.1' }

/** The document names Lemmy as the software, because clients infer the API from that name. */
function nodeInfo({ settings }: Services) {
  return {
    version: '2.1',
    software: { name: 'lemmy', version: LEMMY_VERSION, repository: '', homepage: '' },
    protocols: [],
    services: { inbound: [], outbound: [] },
    openRegistrations: false,
    usage: { users: {} },
    metadata: { name: settings.value('site_name'), implementation: 'watek' },
  }
}

export function lemmyRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  if (!services.config.lemmyApi) return app
  const open = cors({
    origin: '*',
    allowHeaders: ['Authorization', 'Content-Type', 'Cache-Control'],
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
  })
  for (const path of [`${PREFIX}/*`, PICTURES, `${PICTURES}/*`, '/nodeinfo/*', '/.well-known/nodeinfo'])
    app.use(path, open)

  app.get('/.well-known/nodeinfo', (c) =>
    c.json({ links: [{ rel: NODEINFO.software, href: originOf(c.get('variant'), services.config) + NODEINFO.path }] }),
  )
  app.get(NODEINFO.path, (c) => c.json(nodeInfo(services)))

  app.post(PICTURES, async (c) => {
    c.header('Cache-Control', NO_STORE)
    try {
      const { calls } = await lemmyOf(c, services)
      const { url } = await calls.uploads.image({})
      return c.json({ msg: 'ok', files: [{ file: pictureName(url), delete_token: 'none' }] }, 201)
    } catch (error) {
      return errorAnswer(c, error, services)
    }
  })
  app.get(`${PICTURES}/:name`, (c) => {
    const path = picturePath(c.req.param('name'))
    return path === null ? errorAnswer(c, new ApiError('not_found'), services) : c.redirect(path, 301)
  })
  // Pictures cannot be deleted here, because unused pictures are deleted automatically.
  app.get(`${PICTURES}/delete/:token/:name`, (c) => errorAnswer(c, new ApiError('not_found'), services))

  app.all(`${PREFIX}/*`, async (c) => {
    c.header('Cache-Control', NO_STORE)
    try {
      const name = `${c.req.method} ${c.req.path.slice(PREFIX.length).replace(/\/$/, '')}`
      const call = Object.hasOwn(lemmyCalls, name) ? lemmyCalls[name] : undefined
      if (!call) throw new ApiError('not_found')
      const form: Form = c.req.method === 'GET' ? c.req.query() : await readBody(c.req.raw)
      return c.json((await call(await lemmyOf(c, services), form)) as object)
    } catch (error) {
      return errorAnswer(c, error, services)
    }
  })
  return app
}
