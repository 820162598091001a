import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'

/**
 * Serves the keys with which a browser encrypts an account's drafts and outbox. They are the same at each sign-in: a
 * browser deletes them at logout, and can decrypt the stored texts once the same account signs in again.
 */
export function browserKeyRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const { sessionSecret, previousSessionSecret } = services.config
  app.get(paths.browserKeys(), async (c) => {
    const { viewer } = await requestCtx(c, services, null)
    if (!viewer) throw new ApiError('not_signed_in')
    const keys = [sessionSecret, previousSessionSecret]
      .filter((secret) => secret !== null)
      .map((secret) => createHmac('sha256', secret).update(`browser key ${viewer.id}`).digest('base64url'))
    return c.json({ account: String(viewer.id), keys }, 200, { 'Cache-Control': NO_STORE })
  })
  return app
}
