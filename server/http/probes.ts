import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Services } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { errorResponse } from './api.ts'
import { ApiError } from '#shared/api/errors.ts'
import { NO_STORE } from './headers.ts'
import type { HttpEnv } from './request.ts'

export function probeRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const answers = createCache<true>({ ttlMs: 1_000, maxEntries: 1, now: () => services.now().getTime() })
  const askDatabase = async () => {
    await services.db.execute(sql`select 1 from "user" limit 1`)
    return true as const
  }
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': NO_STORE }))
  app.get('/readyz', async (c) => {
    await services.limiter.take('probe', { address: c.get('address') })
    try {
      await answers.load('', askDatabase)
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': NO_STORE })
    } catch {
      return errorResponse(c, new ApiError('not_ready'), services)
    }
  })
  return app
}
