import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { votes } from '#shared/api/votes.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import { requireNotBanned } from '../moderation/index.ts'
import { countsOf, findHome, isDownvotable, isRemoved, setVote, type VoteTarget } from './queries.ts'

async function vote({ db, viewer, now }: UserCtx, kind: VoteTarget, targetId: number, value: VoteValue) {
  const counted = await setVote(db, kind, { userId: viewer.id, targetId, value, now: now() })
  const counts = counted ?? (await countsOf(db, kind, targetId))
  if (!counts) throw new ApiError((await isRemoved(db, kind, targetId)) ? 'removed' : `${kind}_not_found`)
  if (!counted) await requireNotBanned(db, viewer.id, (await findHome(db, kind, targetId))!, now())
  if (!counted && value === -1 && !(await isDownvotable(db, kind, targetId))) throw new ApiError('downvotes_off')
  return { upvotes: counts.upvotes, downvotes: counts.downvotes, user_vote: value }
}

export const votesHandlers: HandlersOf<typeof votes, CtxByAccess> = {
  post: (ctx, { post_id, value }) => vote(ctx, 'post', post_id, value),
  comment: (ctx, { comment_id, value }) => vote(ctx, 'comment', comment_id, value),
}
