import type { HandlersOf } from '#shared/api/contract.ts'
import type { reading } from '#shared/api/reading.ts'
import type { CtxByAccess } from '#server/context.ts'
import { requirePost } from '../posts/queries.ts'
import { recordVisit, setHidden } from './queries.ts'

export const readingHandlers: HandlersOf<typeof reading, CtxByAccess> = {
  hide: async (ctx, { post_id, hidden }) => {
    await requirePost(ctx.db, post_id)
    await setHidden(ctx.db, { userId: ctx.viewer.id, postId: post_id, hidden }, ctx.now())
    return { is_hidden: hidden }
  },

  visit: async (ctx, { post_id }) => {
    await requirePost(ctx.db, post_id)
    return { visited_at: await recordVisit(ctx.db, ctx.viewer.id, post_id, ctx.now()) }
  },
}
