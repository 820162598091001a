import * as v from 'valibot'
import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { listen } from '#shared/api/events.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { inputIssues } from '#server/http/api.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { readerOf } from '../moderation/index.ts'
import { postIdOf } from './listeners.ts'
import { findHeldPosts, findReadablePosts } from './queries.ts'
import { streamOf } from './stream.ts'

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

type PostTopic = `post:${number}`

/** The threads that the reader does not find: a held one has its author and moderators. */
async function findMissing(ctx: BaseCtx, topics: PostTopic[]): Promise<PostTopic[]> {
  const isNsfw = ctx.variant === 'adult'
  const readable = topics.length > 0 ? await findReadablePosts(ctx.db, topics.map(postIdOf), isNsfw) : new Set()
  const others = topics.filter((topic) => !readable.has(postIdOf(topic)))
  if (others.length === 0) return others
  const held = await findHeldPosts(ctx.db, others.map(postIdOf), isNsfw, await readerOf(ctx))
  return others.filter((topic) => !held.has(postIdOf(topic)))
}

/** `GET /api/events`, which is not a call: its answer has no end. */
export function eventRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.get(listen.path, async (c) => {
    // Hono answers HEAD with the handler of GET, whose stream nobody would read.
    if (c.req.raw.method !== 'GET') throw new ApiError('method_not_allowed')
    const ctx = await requestCtx(c, services, listen)
    const { viewer, limiter, lang, variant, address, waitLong } = ctx
    await limiter.take('read', { address })
    const given = v.safeParse(listen.input, { ...c.req.query() })
    if (!given.success) throw new ApiError('invalid', { issues: inputIssues(given.issues) })
    const { topics, last_event_id = null } = given.output
    if (topics.includes('me') && !viewer) throw new ApiError('not_signed_in')
    const missing = await findMissing(
      ctx,
      topics.filter((topic) => topic !== 'me'),
    )
    if (missing.length > 0) throw new ApiError('post_not_found', { extra: { topics: missing } })
    const slot = await services.events.takeSlot(viewer, address)
    waitLong()
    const body = streamOf((sink) =>
      services.events.open(
        { viewer, lang, variant, slot, topics, sink },
        c.req.header('last-event-id') ?? last_event_id,
      ),
    )
    return c.body(body, 200, HEADERS)
  })
  app.all(listen.path, () => {
    throw new ApiError('method_not_allowed')
  })
  return app
}
