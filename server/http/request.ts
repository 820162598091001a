import type { Context } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { BaseCtx, Services, Variant, Viewer } from '#server/context.ts'
import { sessionCookie } from './cookies.ts'
import { findViewer } from './viewer.ts'

/** What the runtime tells of a request; tests pass their own. */
export type RuntimeEnv = {
  requestIP?: (request: Request) => { address: string } | null
  timeout?: (request: Request, seconds: number) => void
}

/** What the first middleware found out about every request. */
export type HttpEnv = {
  Bindings: RuntimeEnv
  Variables: { requestId: string, lang: Lang, variant: Variant, address: string, peer: string, cookies: Map<string, string> }
}

export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '')
  return match ? match[1]! : null
}

/** Who asks: by the bearer header everywhere, by the cookie where nothing is changed. */
async function findCaller(c: Context<HttpEnv>, services: Services, endpoint: Endpoint | null): Promise<{ viewer: Viewer | null, by_bearer: boolean }> {
  const { db, config } = services
  const bearer = bearerToken(c.req.header('authorization'))
  if (bearer !== null) {
    const viewer = await findViewer(db, config.sessionSecret, bearer, services.now())
    // A dead token must not keep anybody from signing in or out, but it may not read as somebody either.
    if (!viewer && (endpoint === null || endpoint.method === 'GET') && endpoint?.access === 'public') throw new ApiError('not_signed_in')
    return { viewer, by_bearer: viewer !== null }
  }
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return { viewer: null, by_bearer: false }
  const cookie = c.get('cookies').get('session')
  if (!cookie) return { viewer: null, by_bearer: false }
  return { viewer: await findViewer(db, config.sessionSecret, cookie, services.now()), by_bearer: false }
}

/** The context of one request. */
export async function requestCtx(c: Context<HttpEnv>, services: Services, endpoint: Endpoint | null): Promise<BaseCtx> {
  const caller = await findCaller(c, services, endpoint)
  const secure = services.config.publicUrl.startsWith('https:')
  return {
    ...services,
    ...caller,
    lang: c.get('lang'),
    variant: c.get('variant'),
    address: c.get('address'),
    request_id: c.get('requestId'),
    admin_credential: c.req.header('x-admin-password') ?? null,
    request: c.req.raw,
    setHeader: (name, value) => c.header(name, value),
    setSessionCookie: (value) => c.header('Set-Cookie', value
      ? sessionCookie(value.token, { secure, expires: value.remember ? value.expires_at : null })
      : sessionCookie('', { secure, expires: new Date(0) }), { append: true }),
    waitLong: () => c.env?.timeout?.(c.req.raw, 0),
  }
}
