import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import { ApiError } from '#shared/api/errors.ts'
import type { Config } from '#server/config.ts'
import type { HttpEnv } from './request.ts'
import { hostname, originOf } from './variant.ts'

type OriginCheck = (origin: string, host: string | undefined) => boolean

/** Allows the two hosts of the site and, outside production, this hostname on any port. */
function createOriginCheck(config: Config): OriginCheck {
  const own = new Set([originOf('normal', config), originOf('adult', config)])
  return (origin, host) => {
    if (own.has(origin)) return true
    return !config.production && URL.canParse(origin) && new URL(origin).hostname === hostname(host)
  }
}

export function cors(config: Config): MiddlewareHandler<HttpEnv> {
  const mayCall = createOriginCheck(config)
  return honoCors({
    origin: (origin, c) => (mayCall(origin, c.req.header('host')) ? origin : null),
    credentials: true,
    allowHeaders: [
      'Authorization',
      'X-Admin-Password',
      'Content-Type',
      'Idempotency-Key',
      'X-Queued-At',
      'Watek-Version',
    ],
    exposeHeaders: ['X-Total-Count', 'X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Watek-Version'],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  })
}

/** Webmail programs send the one-click unsubscribe call from their own pages; a token authorizes the call. */
const FROM_ANYWHERE = '/api/notifications/unsubscribe'

/** Refuses writes from pages of other sites; a client without Origin and Sec-Fetch-Site is not a browser. */
export function refuseForeignPages(config: Config): MiddlewareHandler<HttpEnv> {
  const mayCall = createOriginCheck(config)
  return async (c, next) => {
    const host = c.req.header('host')
    const origin = c.req.header('origin')
    const isChanging = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) && c.req.path !== FROM_ANYWHERE
    const isOwn =
      origin !== undefined && (mayCall(origin, host) || (host !== undefined && URL.parse(origin)?.host === host))
    if (isChanging && !isOwn && (origin !== undefined || c.req.header('sec-fetch-site') === 'cross-site'))
      throw new ApiError('forbidden')
    await next()
  }
}
