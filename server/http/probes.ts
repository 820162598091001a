import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Services } from '#server/context.ts'
import { errorResponse } from './api.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { HttpEnv } from './request.ts'

/** For those who watch the service: alive, and ready (the database answers and has its tables). */
export function probeRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      await services.db.execute(sql`select 1 from "user" limit 1`)
      return c.json({ status: 'ready' })
    } catch {
      return errorResponse(c, new ApiError('not_ready'), services)
    }
  })
  return app
}
