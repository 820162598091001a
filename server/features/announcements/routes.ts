import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import type { Services } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { CLOSED_COOKIE, closedIds } from './rules.ts'

const MAX_FORM_BYTES = 8_192

/** Serves the form that closes an announcement in a browser without JavaScript. */
export function announcementRoutes({ config }: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  app.post(
    paths.closeAnnouncement(),
    bodyLimit({
      maxSize: MAX_FORM_BYTES,
      onError: () => {
        throw new ApiError('too_large')
      },
    }),
    async (c) => {
      const { id, next } = await c.req.parseBody().catch(() => {
        throw new ApiError('bad_request')
      })
      const closed = closedIds(`${c.get('cookies').get(CLOSED_COOKIE) ?? ''}.${String(id)}`).join('.')
      const age = LIFETIME.preferenceCookie / 1_000
      c.header('Set-Cookie', `${CLOSED_COOKIE}=${closed}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`)
      c.header('Cache-Control', NO_STORE)
      return c.redirect(safeNext(next) ?? '/', 303)
    },
  )
  return app
}
