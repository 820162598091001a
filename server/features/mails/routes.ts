import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { isReadOnly, readOnlyError } from '#server/http/read-only.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { unsubscribe } from './unsubscribe.ts'

const MAX_FORM_BYTES = 8_192

/** Redirects browsers that open the `List-Unsubscribe` link to a page with a form, and handles that form. */
export function unsubscribeRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/api/notifications/unsubscribe', async (c, next) => {
    if (!c.req.header('accept')?.includes('text/html')) return next()
    c.header('Cache-Control', NO_STORE)
    return c.redirect(paths.unsubscribe(c.req.query('token') ?? ''), 303)
  })
  app.post(
    '/unsubscribe',
    bodyLimit({
      maxSize: MAX_FORM_BYTES,
      onError: () => {
        throw new ApiError('too_large')
      },
    }),
    async (c) => {
      await services.limiter.take('read', { address: c.get('address') })
      const { token } = await c.req.parseBody().catch(() => {
        throw new ApiError('bad_request')
      })
      const text = typeof token === 'string' ? token : ''
      if (isReadOnly(services)) throw readOnlyError({ ...services, lang: c.get('lang') })
      const outcome = await unsubscribe(services, text).then(
        () => 'done' as const,
        (error: unknown) => {
          if (!(error instanceof ApiError))
            services.log.error('A member could not unsubscribe', { error, request_id: c.get('requestId') })
          return 'failed' as const
        },
      )
      c.header('Cache-Control', NO_STORE)
      return c.redirect(paths.unsubscribe(text, outcome), 303)
    },
  )
  return app
}
