import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { votes } from '#shared/api/votes.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import { settleVote } from '../points/queries.ts'
import { requireNotBanned } from '../moderation/index.ts'
import { countsOf, findHome, isDownvotable, isRemoved, setVote, type VoteTarget } from './queries.ts'

async function vote(ctx: UserCtx, kind: VoteTarget, targetId: number, value: VoteValue) {
  return ctx.db.transaction(async (tx) => {
    const counted = await setVote(tx, kind, { userId: ctx.viewer.id, targetId, value, now: ctx.now() })
    if (counted && counted.author_id !== null && counted.author_id !== ctx.viewer.id) {
      const { author_id: authorId, change } = counted
      await settleVote(tx, { kind, targetId, voterId: ctx.viewer.id, authorId, value, change }, ctx.now())
    }
    const counts = counted ?? (await countsOf(tx, kind, targetId))
    if (!counts) throw new ApiError((await isRemoved(tx, kind, targetId)) ? 'removed' : `${kind}_not_found`)
    if (!counted) await requireNotBanned(tx, ctx.viewer.id, (await findHome(tx, kind, targetId))!, ctx.now())
    if (!counted && value === -1 && !(await isDownvotable(tx, kind, targetId))) throw new ApiError('downvotes_off')
    return { upvotes: counts.upvotes, downvotes: counts.downvotes, user_vote: value }
  })
}

export const votesHandlers: HandlersOf<typeof votes, CtxByAccess> = {
  post: (ctx, { post_id, value }) => vote(ctx, 'post', post_id, value),
  comment: (ctx, { comment_id, value }) => vote(ctx, 'comment', comment_id, value),
}
