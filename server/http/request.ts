import type { Context } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { BaseCtx, Services, Viewer } from '#server/context.ts'
import type { Variant } from '#shared/rules/variant.ts'
import type { Config } from '#server/config.ts'
import { langOf, type Settings } from '#server/lib/settings.ts'
import { clientAddress, createProxyTrust } from '#server/lib/address.ts'
import {
  EXPIRED_LOGIN_COOKIE,
  KNOWN_BROWSER_PATHS,
  knownBrowserCookie,
  pendingSignInCookie,
  readCookies,
  sessionCookie,
} from './cookies.ts'
import { variantOf } from './variant.ts'
import { findViewer } from '../features/auth/viewer.ts'

/** Bun passes this environment to the app; tests pass their own. */
type RuntimeEnv = {
  requestIP?: (request: Request) => { address: string } | null
  timeout?: (request: Request, seconds: number) => void
}

export type Caller = {
  requestId: string
  lang: Lang
  variant: Variant
  address: string
  peer: string
  cookies: Map<string, string>
}

export type HttpEnv = { Bindings: RuntimeEnv; Variables: Caller }

export type CallerOf = (request: Request, env: RuntimeEnv | undefined) => Caller

type Given = { config: Pick<Config, 'trustedProxies' | 'adultHost'>; settings: Settings }

export function createCallerOf({ config: { trustedProxies, adultHost }, settings }: Given): CallerOf {
  const isTrusted = createProxyTrust(trustedProxies)
  return (request, env) => {
    const peer = env?.requestIP?.(request)?.address ?? '127.0.0.1'
    const cookies = readCookies(request.headers.get('cookie'))
    return {
      requestId: crypto.randomUUID(),
      lang: langOf(cookies.get('language'), settings),
      variant: variantOf(request.headers.get('host') ?? URL.parse(request.url)?.host, adultHost),
      address: clientAddress(peer, request.headers.get('x-forwarded-for'), isTrusted),
      peer,
      cookies,
    }
  }
}

/** Bun joins several Host headers with commas, and sets the URL to a bare path for an invalid one. */
export function hasOneHost({ url, headers }: Request): boolean {
  return URL.canParse(url) && !headers.get('host')?.includes(',')
}

export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '')
  return match ? match[1]! : null
}

/**
 * `byCookie`: a form's caller is found by the session cookie. `anyScope`: for routes whose calls check the scopes of
 * an access token; other routes ignore such tokens.
 */
type CallerOptions = { byCookie?: boolean; anyScope?: boolean }

/** Finds the caller by bearer token or, for GET, HEAD and forms, by session cookie. */
async function findCaller(
  c: Context<HttpEnv>,
  services: Services,
  endpoint: Endpoint | null,
  { byCookie = false, anyScope = false }: CallerOptions,
): Promise<{ viewer: Viewer | null; by_bearer: boolean }> {
  const bearer = bearerToken(c.req.header('authorization'))
  if (bearer !== null) {
    const viewer = await findViewer(services, bearer, services.now())
    // Other public calls ignore an invalid token, because it must not prevent signing in or out.
    if (!viewer && (endpoint === null || endpoint.method === 'GET') && endpoint?.access === 'public')
      throw new ApiError('not_signed_in')
    if (endpoint === null && viewer?.scopes && !anyScope) return { viewer: null, by_bearer: false }
    return { viewer, by_bearer: viewer !== null }
  }
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !byCookie) return { viewer: null, by_bearer: false }
  const cookie = c.get('cookies').get('session')
  if (!cookie) return { viewer: null, by_bearer: false }
  return { viewer: await findViewer(services, cookie, services.now()), by_bearer: false }
}

export async function requestCtx(
  c: Context<HttpEnv>,
  services: Services,
  endpoint: Endpoint | null,
  options: CallerOptions = {},
): Promise<BaseCtx> {
  const caller = await findCaller(c, services, endpoint, options)
  const secure = services.config.publicUrl.startsWith('https:')
  return {
    ...services,
    ...caller,
    lang: c.get('lang'),
    variant: c.get('variant'),
    address: c.get('address'),
    request_id: c.get('requestId'),
    admin_credential: c.req.header('x-admin-password') ?? null,
    known_browser: c.get('cookies').get('known_browser') ?? null,
    pending_sign_in: c.get('cookies').get('pending_sign_in') ?? null,
    closed_announcements: c.get('cookies').get('closed_announcements') ?? null,
    request: c.req.raw,
    invalidated: new Set(),
    setHeader: (name, value) => c.header(name, value),
    setSessionCookie: (value) =>
      c.header(
        'Set-Cookie',
        value
          ? sessionCookie(value.token, { secure, expires: value.remember ? value.expires_at : null })
          : sessionCookie('', { secure, expires: new Date(0) }),
        { append: true },
      ),
    setKnownBrowserCookie(token) {
      for (const path of KNOWN_BROWSER_PATHS)
        c.header('Set-Cookie', knownBrowserCookie(token, { secure, path }), { append: true })
      if (c.get('cookies').has('known_browser')) c.header('Set-Cookie', EXPIRED_LOGIN_COOKIE, { append: true })
    },
    setPendingSignInCookie: (value, lifeMs) =>
      c.header('Set-Cookie', pendingSignInCookie(value, { secure, lifeMs }), { append: true }),
    waitLong: () => c.env?.timeout?.(c.req.raw, 0),
  }
}
