import { ApiError } from '#shared/api/errors.ts'
import type { follows } from '#shared/api/follows.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { isBlockedEither } from '../blocks/queries.ts'
import { notify, retractNotifications } from '../notifications/queries.ts'
import { getUser, lockPair } from '../users/queries.ts'
import { countFollowers, deleteFollow, insertFollow, isFollowing, listFollowers, listFollowing } from './queries.ts'

export const followsHandlers: HandlersOf<typeof follows, CtxByAccess> = {
  isFollowing: async (ctx, { user_id }) => {
    await getUser(ctx.db, user_id)
    return { is_following: await isFollowing(ctx.db, ctx.viewer.id, user_id) }
  },

  follow: async (ctx, { user_id }) => {
    const { id } = ctx.viewer
    if (user_id === id) throw new ApiError('self')
    return ctx.db.transaction(async (tx) => {
      await lockPair(tx, id, user_id)
      if (await isBlockedEither(tx, id, user_id)) throw new ApiError('blocked')
      const isNew = await insertFollow(tx, id, user_id, ctx.now())
      if (isNew) await notify(tx, { userId: user_id, kind: 'follower', actorId: id, now: ctx.now() })
      return { is_following: true, follower_count: await countFollowers(tx, user_id) }
    })
  },

  unfollow: async (ctx, { user_id }) => {
    const { id } = ctx.viewer
    if (user_id === id) throw new ApiError('self')
    return ctx.db.transaction(async (tx) => {
      await lockPair(tx, id, user_id)
      await deleteFollow(tx, id, user_id)
      await retractNotifications(tx, { userId: user_id, actorId: id, kind: 'follower' })
      return { is_following: false, follower_count: await countFollowers(tx, user_id) }
    })
  },

  followers: async (ctx, { user_id, ...page }) => {
    await getUser(ctx.db, user_id)
    return listFollowers(ctx.db, user_id, page)
  },

  following: async (ctx, { user_id, ...page }) => {
    await getUser(ctx.db, user_id)
    return listFollowing(ctx.db, user_id, page)
  },
}
