import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError, type ErrorCode } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { SIGN_IN_SERVICES, type SignInService } from '#shared/rules/sign-in-services.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { refusalOf } from '#server/http/api.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { originOf } from '#server/http/variant.ts'
import { lockById } from '../auth/queries.ts'
import { finishLogin, signIn } from '../auth/sessions.ts'
import { challengeLogin } from '../factors/login-challenge.ts'
import { flashCookie } from '../forms/flash.ts'
import { withFormSession } from '../forms/form-session.ts'
import { configurationOf, loadClient } from './client.ts'
import { FLOW_COOKIE, flowCookie, readFlow, setPending, type Flow } from './cookies.ts'
import { communitiesOf, followGroups } from './groups.ts'
import { identityOf, type Identity } from './identity.ts'
import { findLinked, recordSignIn } from './queries.ts'
import { usableServices } from './services.ts'

const MAX_FORM_BYTES = 65_536
/** A longer return path would not fit into a cookie. */
const MAX_NEXT = 500
const MAX_NAMES = 2
const MAX_NAME = 60
/** A new member first joins at most this many communities, and the others at the next sign-in. */
const MAX_COMMUNITIES = 20

const SERVICE = `:service{(?:${SIGN_IN_SERVICES.join('|')})}`

export function signInServiceRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(`/sign-in/${SERVICE}`, async (c) => {
    c.header('Cache-Control', NO_STORE)
    const service = serviceOf(c, services)
    const ctx = await requestCtx(c, services, null)
    const next = safeNext(c.req.query('next')) ?? '/'
    const place = ctx.viewer ? paths.settings('security') : paths.login(next)
    return orBack(c, { ctx, place }, async () => {
      await services.limiter.take('login', { address: ctx.address })
      return c.redirect(await leave(c, ctx, { service, next: next.length > MAX_NEXT ? '/' : next }), 302)
    })
  })

  const path = `/sign-in/${SERVICE}/callback` as const
  // Apple sends the callback as a cross-site form POST, which has no SameSite cookies; the redirect makes it a GET with
  // cookies.
  const limit = bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: () => {
      throw new ApiError('too_large')
    },
  })
  app.post(path, limit, async (c) => {
    c.header('Cache-Control', NO_STORE)
    const form = await c.req.parseBody().catch(() => {
      throw new ApiError('bad_request')
    })
    const query = new URLSearchParams()
    for (const name of ['code', 'state', 'error', 'iss'])
      if (typeof form[name] === 'string') query.set(name, form[name])
    return c.redirect(`${callbackPath(serviceOf(c, services))}?${query.toString()}`, 303)
  })
  app.get(path, async (c) => {
    c.header('Cache-Control', NO_STORE)
    const service = serviceOf(c, services)
    const ctx = withFormSession(c, await requestCtx(c, services, null))
    const flow = await readFlow(ctx, c.get('cookies').get(FLOW_COOKIE))
    c.header('Set-Cookie', await flowCookie(ctx, null), { append: true })
    const place = flow?.user_id == null ? paths.login(flow?.next) : paths.settings('security')
    return orBack(c, { ctx, place }, async () => {
      await services.limiter.take('login', { address: ctx.address })
      if (flow?.service !== service) throw new ApiError('sign_in_failed')
      return c.redirect(await arrive(c, ctx, flow), 303)
    }).finally(() => services.invalidations.publish(ctx.invalidated))
  })
  return app
}

function serviceOf(c: Context<HttpEnv>, { settings }: Services): SignInService {
  const service = usableServices(settings).find((each) => each === c.req.param('service'))
  if (!service) throw new ApiError('not_found')
  return service
}

const callbackPath = (service: SignInService) => `/sign-in/${service}/callback`

/** Redirects to the page `place`, which shows the error, if a step of the sign-in fails. */
async function orBack(
  c: Context<HttpEnv>,
  { ctx, place }: { ctx: BaseCtx; place: string },
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run()
  } catch (thrown) {
    const code: ErrorCode = refusalOf(thrown)?.code ?? 'sign_in_failed'
    ctx.log.info('A sign-in with a service failed', {
      path: c.req.path,
      code,
      reason: thrown instanceof Error ? thrown.message : String(thrown),
      address: ctx.address,
      request_id: ctx.request_id,
    })
    c.header('Set-Cookie', flashCookie(ctx.config.sessionSecret, `error.${code}`, ctx.now()), { append: true })
    return c.redirect(place, 303)
  }
}

/** Stores state, nonce and PKCE verifier in a cookie and returns the URL of the sign-in service. */
async function leave(
  c: Context<HttpEnv>,
  ctx: BaseCtx,
  { service, next }: { service: SignInService; next: string },
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...openid } = await loadClient()
  const configuration = await configurationOf(service, ctx as Services)
  const flow = {
    service,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    next,
    user_id: ctx.viewer?.id ?? null,
  }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: originOf(ctx.variant, ctx.config) + callbackPath(service),
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...askedOf(service, ctx, flow.nonce),
  })
  c.header('Set-Cookie', await flowCookie(ctx, flow), { append: true })
  return url.href
}

function askedOf(service: SignInService, { settings }: BaseCtx, nonce: string): Record<string, string> {
  switch (service) {
    case 'oidc':
      return { scope: settings.value('oidc_scopes'), nonce }
    case 'google':
      return { scope: 'openid profile email', nonce, prompt: 'select_account' }
    case 'apple':
      return { scope: 'name email', nonce, response_mode: 'form_post' }
    case 'facebook':
      return { scope: 'public_profile,email' }
    case 'github':
      return { scope: 'read:user user:email' }
  }
}

async function arrive(c: Context<HttpEnv>, ctx: BaseCtx, flow: Flow): Promise<string> {
  const { search } = new URL(c.req.url)
  const url = new URL(originOf(ctx.variant, ctx.config) + callbackPath(flow.service) + search)
  const identity = await identityOf(flow.service, ctx as Services, { ...flow, url })
  const linked = await findLinked(ctx.db, identity)
  const isMember = flow.user_id !== null
  if (isMember && ctx.viewer?.id !== flow.user_id) throw new ApiError('sign_in_failed')
  if (linked === null) {
    await keepPending(ctx, { identity, next: isMember ? paths.settings('security') : flow.next, challenge: null })
    return paths.finishSignIn()
  }
  if (isMember && linked.user_id !== flow.user_id) throw new ApiError('already_linked')
  return enter(ctx, { identity, linked, flow })
}

type Entering = { identity: Identity; linked: { id: number; user_id: number }; flow: Flow }

async function enter(ctx: BaseCtx, { identity, linked, flow }: Entering): Promise<string> {
  await followGroups(ctx, linked.user_id, communitiesOf(ctx.settings, identity.groups))
  const outcome = await ctx.db.transaction(async (tx) => {
    const account = await lockById(tx, linked.user_id)
    // In the meantime the service may have been unlinked or the account deleted.
    if (!account || !(await findLinked(tx, identity))) throw new ApiError('sign_in_failed')
    await recordSignIn(tx, linked.id, ctx.now())
    if (flow.user_id !== null) return null
    const challenge = await challengeLogin(tx, ctx, account.id, false)
    return challenge ?? { account, opened: await signIn(tx, ctx, account.id, false) }
  })
  if (outcome === null) return paths.settings('security')
  if (typeof outcome === 'string') {
    await keepPending(ctx, { identity, next: flow.next, challenge: outcome })
    return paths.finishSignIn()
  }
  await setPending(ctx, null)
  await finishLogin(ctx, outcome.account, outcome.opened, false)
  return flow.next
}

async function keepPending(
  ctx: BaseCtx,
  { identity, next, challenge }: { identity: Identity; next: string; challenge: string | null },
): Promise<void> {
  const { service, issuer, subject, email, email_verified, names, groups } = identity
  await setPending(ctx, {
    service,
    issuer,
    subject,
    email,
    email_verified,
    next,
    challenge,
    names: names
      .filter((name) => name !== '')
      .slice(0, MAX_NAMES)
      .map((name) => name.slice(0, MAX_NAME)),
    communities: communitiesOf(ctx.settings, groups)?.slice(0, MAX_COMMUNITIES) ?? null,
  })
}
