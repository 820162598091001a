import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { loadEnabledAds } from './placed.ts'
import { isSeen } from './rules.ts'

/** Redirects to the target URL of an ad, even of an expired ad, since an open page may still show it. */
export function adRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.get('/ad/:id{[0-9]{1,10}}', async (c) => {
    await services.limiter.take('read', { address: c.get('address') })
    const id = Number(c.req.param('id'))
    const found = (await loadEnabledAds(services)).find((row) => row.id === id)
    c.header('X-Robots-Tag', 'noindex, nofollow')
    c.header('Cache-Control', 'private, no-store')
    if (!found) throw new ApiError('not_found')
    if (isSeen(c.req.raw)) services.adCounts.click(id)
    return c.redirect(new URL(found.url).href, 302)
  })
  return app
}
