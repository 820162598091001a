import * as v from 'valibot'
import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { listen, type Topic } from '#shared/api/events.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { inputIssues } from '#server/http/api.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { requireScope } from '../auth/scopes.ts'
import { readerOf } from '../moderation/index.ts'
import { findWatchable } from '../streams/viewers/queries.ts'
import { viewerKeyOf } from '../streams/viewers/rules.ts'
import { idsOf } from './listeners.ts'
import { findHeldPosts, findReadablePosts } from './queries.ts'
import { streamOf } from './stream.ts'

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** A thread that waits for a moderator's approval is open only to its author and to moderators. */
async function findMissingPosts(ctx: BaseCtx, topics: Topic[]): Promise<Topic[]> {
  const isNsfw = ctx.variant === 'adult'
  const ids = idsOf('post', topics)
  if (ids.length === 0) return []
  const readable = await findReadablePosts(ctx.db, ids, isNsfw)
  const others = ids.filter((id) => !readable.has(id))
  if (others.length === 0) return []
  const held = await findHeldPosts(ctx.db, others, isNsfw, await readerOf(ctx))
  return others.filter((id) => !held.has(id)).map((id) => `post:${id}` as const)
}

const NO_STREAMS: { missing: Topic[]; watched_ids: number[] } = { missing: [], watched_ids: [] }

/** The reader counts as a viewer (`watched_ids`) of all live streams except their own. */
async function findStreams(ctx: BaseCtx, topics: Topic[]): Promise<typeof NO_STREAMS> {
  const ids = idsOf('stream', topics)
  if (ids.length === 0) return NO_STREAMS
  const found = await findWatchable(ctx.db, ids, await readerOf(ctx), ctx.variant === 'adult')
  return {
    missing: ids.filter((id) => !found.has(id)).map((id) => `stream:${id}` as const),
    watched_ids: ids.filter((id) => found.get(id)?.user_id !== ctx.viewer?.id),
  }
}

/** `GET /api/events` is no regular API call, because its response never ends. */
export function eventRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.get(listen.path, async (c) => {
    // Hono answers HEAD with the GET handler, which would open an event stream that nobody reads.
    if (c.req.raw.method !== 'GET') throw new ApiError('method_not_allowed')
    const ctx = await requestCtx(c, services, listen)
    requireScope(listen, ctx.viewer)
    const { viewer, limiter, lang, variant, address, waitLong } = ctx
    await limiter.take('read', { address })
    const given = v.safeParse(listen.input, { ...c.req.query() })
    if (!given.success) throw new ApiError('invalid', { issues: inputIssues(given.issues) })
    const { topics, last_event_id = null } = given.output
    if (topics.includes('me') && !viewer) throw new ApiError('not_signed_in')
    const posts = await findMissingPosts(ctx, topics)
    const { missing: streams, watched_ids } = await findStreams(ctx, topics)
    const missing = [...posts, ...streams]
    if (missing.length > 0)
      throw new ApiError(posts.length > 0 ? 'post_not_found' : 'not_found', { extra: { topics: missing } })
    const viewer_key = viewerKeyOf(services.config.sessionSecret, viewer, address)
    const slot = await services.events.takeSlot(viewer, address)
    waitLong()
    const body = streamOf(
      (sink) =>
        services.events.open(
          { viewer, lang, variant, slot, topics, watched_ids, viewer_key, sink },
          c.req.header('last-event-id') ?? last_event_id,
        ),
      services.usage.bytes,
    )
    return c.body(body, 200, HEADERS)
  })
  app.all(listen.path, () => {
    throw new ApiError('method_not_allowed')
  })
  return app
}
