import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import type { Config } from '#server/config.ts'
import type { HttpEnv } from './request.ts'
import { hostname, originOf } from './variant.ts'

/** Foreign pages may read answers from the two origins of the site and, outside production, from this hostname on any port. */
export function cors(config: Config): MiddlewareHandler<HttpEnv> {
  const own = new Set([originOf('normal', config), originOf('adult', config)])
  return honoCors({
    origin: (origin, c) => {
      if (own.has(origin)) return origin
      if (config.production || !URL.canParse(origin)) return null
      return new URL(origin).hostname === hostname(c.req.header('host')) ? origin : null
    },
    credentials: true,
    allowHeaders: ['Authorization', 'X-Admin-Password', 'Content-Type', 'Idempotency-Key'],
    exposeHeaders: ['X-Total-Count', 'X-Request-Id', 'Retry-After'],
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    maxAge: 600,
  })
}
