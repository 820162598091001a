import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { isReadOnly, readOnlyError } from '#server/http/read-only.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { deleteUnclaimed } from './delete-unclaimed.ts'

const MAX_FORM_BYTES = 8_192

/** The mailed link by which the owner of an imported account deletes it without signing in. */
export function formerAccountRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const limit = bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: () => {
      throw new ApiError('too_large')
    },
  })
  app.post('/former-account', limit, async (c) => {
    await services.limiter.take('login', { address: c.get('address') })
    const form = await c.req.parseBody().catch(() => {
      throw new ApiError('bad_request')
    })
    const token = typeof form.token === 'string' ? form.token.slice(0, 200) : ''
    if (isReadOnly(services)) throw readOnlyError({ ...services, lang: c.get('lang') })
    const isDeleted = await deleteUnclaimed(services, token, form.content === 'remove' ? 'remove' : 'keep')
    c.header('Cache-Control', NO_STORE)
    return c.redirect(paths.formerAccount(isDeleted ? '' : token, isDeleted ? 'deleted' : 'failed'), 303)
  })
  return app
}
