import * as v from 'valibot'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError, type ErrorCode } from '#shared/api/errors.ts'
import { createNotice } from '#shared/api/notices.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { isReadOnly, readOnlyError } from '#server/http/read-only.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { fileNotice } from './handlers.ts'

const PROBLEMS: Partial<Record<ErrorCode, string>> = { too_many_requests: 'limit', read_only: 'read_only' }

const MAX_FORM_BYTES = 65_536

/** The notice form of pages without JavaScript. */
export function noticeRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post(
    '/notice',
    bodyLimit({
      maxSize: MAX_FORM_BYTES,
      onError: () => {
        throw new ApiError('too_large')
      },
    }),
    async (c) => {
      const ctx = await requestCtx(c, services, null)
      const form = await c.req.parseBody().catch(() => {
        throw new ApiError('bad_request')
      })
      const url = typeof form.url === 'string' ? form.url.slice(0, 500).toWellFormed() : ''
      const input = v.safeParse(createNotice, { ...form, good_faith: form.good_faith === 'on' })
      c.header('Cache-Control', NO_STORE)
      if (!input.success) return c.redirect(paths.notice({ url, problem: 'invalid' }), 303)
      try {
        if (isReadOnly(ctx)) throw readOnlyError(ctx)
        await ctx.limiter.take('notice', { address: ctx.address })
        return c.redirect(paths.notice({ reference: await fileNotice(ctx, input.output) }), 303)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return c.redirect(paths.notice({ url, problem: PROBLEMS[error.code] ?? 'invalid' }), 303)
      }
    },
  )
  return app
}
