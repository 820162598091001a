import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { deriveKeys } from './keys.ts'

/** An account gets the same keys at each sign-in, so that its encrypted drafts can still be decrypted. */
export function browserKeyRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(paths.browserKeys(), async (c) => {
    const { viewer } = await requestCtx(c, services, null)
    if (!viewer) throw new ApiError('not_signed_in')
    const keys = deriveKeys(services.config, `browser key ${viewer.id}`)
    return c.json({ account: String(viewer.id), keys }, 200, { 'Cache-Control': NO_STORE })
  })
  return app
}
