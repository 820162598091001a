import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { readFields, isForm } from '#server/features/forms/body.ts'
import { readBody } from '#server/http/body.ts'
import { refusalOf } from '#server/http/api.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { isReadOnly, readOnlyError } from '#server/http/read-only.ts'
import { bearerToken, requestCtx, type HttpEnv } from '#server/http/request.ts'
import { originOf } from '#server/http/variant.ts'
import { readOauthToken } from './access-tokens.ts'
import { allow, ASKED_AT, askedAt, memberOf, nextStep, readAuthorization, refusedUrl } from './authorize.ts'
import { authenticateClient } from './client-auth.ts'
import { beginDevice } from './device.ts'
import { discoveryDocument, ENDPOINTS } from './discovery.ts'
import { OauthError } from './errors.ts'
import { claimsOf } from './id-tokens.ts'
import { publicKeys } from './keys.ts'
import { findClaims, findSessionAccount } from './queries.ts'
import { registerApplication } from './register.ts'
import { answerTokenRequest } from './token-endpoint.ts'
import { introspect, revoke } from './token-state.ts'

const STATUS: Partial<Record<OauthError['code'], number>> = {
  invalid_client: 401,
  temporarily_unavailable: 503,
  server_error: 500,
  registration_not_supported: 403,
}

function oauthErrorOf(thrown: unknown): { error: OauthError; status: number; retryAfter?: number | undefined } {
  if (thrown instanceof OauthError) return { error: thrown, status: STATUS[thrown.code] ?? 400 }
  const refusal = refusalOf(thrown)
  if (!refusal) return { error: new OauthError('server_error', 'The request failed'), status: 500 }
  const { status, code, details } = refusal
  const isLater = status === 429 || status === 503
  const error = new OauthError(isLater ? 'temporarily_unavailable' : 'invalid_request', code)
  return { error, status, retryAfter: details.retryAfter }
}

function answerError(c: Context<HttpEnv>, thrown: unknown, { log }: Services): Response {
  const { error, status, retryAfter } = oauthErrorOf(thrown)
  if (error.code === 'server_error')
    log.error('A request failed', { request_id: c.get('requestId'), path: c.req.path, error: thrown })
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  if (error.code === 'invalid_client') c.header('WWW-Authenticate', 'Basic realm="oauth"')
  return c.json({ error: error.code, error_description: error.description }, status as 400)
}

async function formOf(request: Request): Promise<URLSearchParams> {
  if (!isForm(request)) throw new OauthError('invalid_request', 'The body must be a form')
  return new URLSearchParams(await readFields(request))
}

type Answer = (c: Context<HttpEnv>) => Promise<Response>

/** Errors have the OAuth format, and responses are not cached. */
function forApplications(services: Services, answer: Answer): Answer {
  return async (c) => {
    c.header('Cache-Control', NO_STORE)
    c.header('Pragma', 'no-cache')
    try {
      await services.limiter.take('oauth', { address: c.get('address') })
      if (isReadOnly(services)) throw readOnlyError({ ...services, lang: c.get('lang') })
      return await answer(c)
    } catch (error) {
      return answerError(c, error, services)
    }
  }
}

/** Returns null if a page must ask the member or show an error. */
async function authorize(c: Context<HttpEnv>, services: Services): Promise<Response | null> {
  if (c.get('variant') === 'adult')
    return c.redirect(originOf('normal', services.config) + c.req.path + new URL(c.req.url).search, 302)
  await services.limiter.take('read', { address: c.get('address') })
  const ctx = await requestCtx(c, services, null)
  const { searchParams } = new URL(c.req.url)
  const read = await readAuthorization(ctx, searchParams.toString())
  if ('problem' in read) return null
  if ('error' in read) return c.redirect(refusedUrl(ctx, read.error, read.target), 303)
  try {
    const next = await nextStep(ctx, read)
    const here = `${ENDPOINTS.authorize}?${searchParams}`
    if (next.step === 'ask_again') {
      searchParams.set(ASKED_AT, askedAt(services.config.sessionSecret, read.application.client_id, ctx.now()))
      return c.redirect(`${ENDPOINTS.authorize}?${searchParams}`, 303)
    }
    if (next.step === 'signed_out') return c.redirect(paths.login(here), 303)
    if (next.step !== 'allowed') return null
    if (isReadOnly(ctx)) throw new OauthError('temporarily_unavailable', 'This site is read-only for a while')
    return c.redirect(await allow(ctx, memberOf(ctx)!, read, next.signed_in_at), 303)
  } catch (error) {
    if (error instanceof OauthError) return c.redirect(refusedUrl(ctx, error, read.request), 303)
    throw error
  }
}

/** RFC 6750 allows an access token in the header or in the form body. */
async function sentToken(c: Context<HttpEnv>): Promise<string | null> {
  const header = bearerToken(c.req.header('authorization'))
  if (header !== null || c.req.method === 'GET' || !isForm(c.req.raw)) return header
  return new URLSearchParams(await readFields(c.req.raw)).get('access_token')
}

async function userinfo(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const sent = await sentToken(c)
  const now = services.now()
  const token = sent === null ? null : await readOauthToken(services, sent, now)
  const session = token && (await findSessionAccount(services.db, token.session_id, now))
  if (!token || !session) {
    c.header('WWW-Authenticate', sent === null ? 'Bearer' : 'Bearer error="invalid_token"')
    return c.json({ error: 'invalid_token', error_description: 'The token is unknown, expired or ended' }, 401)
  }
  if (!token.scopes.includes('openid')) {
    c.header('WWW-Authenticate', 'Bearer error="insufficient_scope", scope="openid"')
    return c.json({ error: 'insufficient_scope', error_description: 'The token has no scope openid' }, 403)
  }
  const member = await findClaims(services.db, session.id)
  return c.json(claimsOf(member!, token.scopes, services.config))
}

function metadataRoutes(app: Hono<HttpEnv>, services: Services): void {
  const answer = (c: Context<HttpEnv>) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(discoveryDocument(services))
  }
  app.get('/.well-known/openid-configuration', answer)
  app.get('/.well-known/oauth-authorization-server', answer)
  app.get(ENDPOINTS.jwks, async (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(await publicKeys(services))
  })
}

/** OAuth endpoints that accept cross-origin requests (CORS) without cookies, for browser-based applications. */
const OPEN = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  ENDPOINTS.jwks,
  ENDPOINTS.token,
  ENDPOINTS.userinfo,
  ENDPOINTS.revoke,
  ENDPOINTS.introspect,
  ENDPOINTS.register,
]

export function oauthRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const open = cors({
    origin: '*',
    allowHeaders: ['Authorization', 'Content-Type'],
    allowMethods: ['GET', 'POST'],
    exposeHeaders: ['WWW-Authenticate', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
  })
  for (const path of OPEN) app.use(path, open)
  // Only POST is open to other origins, because GET on this path returns the page where a member types the code.
  app.on(['POST', 'OPTIONS'], ENDPOINTS.device, open)
  metadataRoutes(app, services)

  app.get(ENDPOINTS.authorize, async (c, next) => {
    const answer = await authorize(c, services)
    if (!answer) return next()
    answer.headers.set('Cache-Control', NO_STORE)
    return answer
  })
  // Browsers send the SameSite session cookie only with GET, so the form POST that OpenID Connect allows is redirected.
  app.post(ENDPOINTS.authorize, async (c) => {
    if (!isForm(c.req.raw)) throw new ApiError('bad_request')
    const params = new URLSearchParams(await readFields(c.req.raw))
    return c.redirect(`${ENDPOINTS.authorize}?${params}`, 303)
  })

  const calling = (answer: (c: Context<HttpEnv>, params: URLSearchParams) => Promise<object | null>) =>
    forApplications(services, async (c) => {
      const body = await answer(c, await formOf(c.req.raw))
      return body === null ? c.body(null, 200) : c.json(body)
    })
  app.post(
    ENDPOINTS.token,
    calling(async (c, params) => {
      const ctx = { ...(await requestCtx(c, services, null, { byCookie: false })), viewer: null }
      const application = await authenticateClient(ctx, c.req.raw, params)
      return answerTokenRequest({ ctx, services, application, params })
    }),
  )
  app.post(
    ENDPOINTS.revoke,
    calling(async (c, params) => {
      const application = await authenticateClient(services, c.req.raw, params)
      await revoke(services, application, params)
      return null
    }),
  )
  app.post(
    ENDPOINTS.introspect,
    calling(async (c, params) => {
      const application = await authenticateClient(services, c.req.raw, params)
      return introspect(services, application, params)
    }),
  )
  app.post(
    ENDPOINTS.device,
    calling(async (c, params) => {
      const application = await authenticateClient(services, c.req.raw, params)
      return beginDevice({ ctx: services, application, params })
    }),
  )
  app.post(
    ENDPOINTS.register,
    forApplications(services, async (c) => {
      if (services.settings.value('oauth_registration') !== 'on')
        throw new OauthError('registration_not_supported', 'Applications are registered by their authors')
      await services.limiter.take('oauth_registration', { address: c.get('address') })
      return c.json(await registerApplication(services, await readBody(c.req.raw)), 201)
    }),
  )
  const answerUserinfo = forApplications(services, (c) => userinfo(c, services))
  app.get(ENDPOINTS.userinfo, answerUserinfo)
  app.post(ENDPOINTS.userinfo, answerUserinfo)
  return app
}
