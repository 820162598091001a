import { ApiError } from '#shared/api/errors.ts'
import type { blocks } from '#shared/api/blocks.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { deleteFollowsBetween } from '../follows/queries.ts'
import { retractNotifications } from '../notifications/queries.ts'
import { getUser, lockPair } from '../users/queries.ts'
import { deleteBlock, hasBlocked, insertBlock, listBlocked } from './queries.ts'

export const blocksHandlers: HandlersOf<typeof blocks, CtxByAccess> = {
  isBlocked: async (ctx, { user_id }) => {
    await getUser(ctx.db, user_id)
    return { is_blocked: await hasBlocked(ctx.db, ctx.viewer.id, user_id) }
  },

  block: async (ctx, { user_id }) => {
    const { id } = ctx.viewer
    if (user_id === id) throw new ApiError('self')
    return ctx.db.transaction(async (tx) => {
      await lockPair(tx, id, user_id)
      await insertBlock(tx, id, user_id, ctx.now())
      await deleteFollowsBetween(tx, id, user_id)
      await retractNotifications(tx, { userId: user_id, actorId: id, kind: 'follower' })
      await retractNotifications(tx, { userId: id, actorId: user_id })
      return { is_blocked: true }
    })
  },

  unblock: async (ctx, { user_id }) => {
    if (user_id === ctx.viewer.id) throw new ApiError('self')
    await getUser(ctx.db, user_id)
    await deleteBlock(ctx.db, ctx.viewer.id, user_id)
    return { is_blocked: false }
  },

  list: async (ctx, page) => ({ blocked_users: await listBlocked(ctx.db, ctx.viewer.id, page) }),
}
