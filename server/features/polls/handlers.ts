import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { polls } from '#shared/api/polls.ts'
import type { CtxByAccess } from '#server/context.ts'
import { requireNotBanned } from '../moderation/index.ts'
import { findHome, isRemoved } from '../votes/queries.ts'
import { castPollVote, findPoll } from './queries.ts'

export const pollsHandlers: HandlersOf<typeof polls, CtxByAccess> = {
  vote: async (ctx, { post_id, option_id }) => {
    const { id: userId } = ctx.viewer
    return ctx.db.transaction(async (tx) => {
      const home = await findHome(tx, 'post', post_id)
      if (home !== null) await requireNotBanned(tx, userId, home, ctx.now())
      const isCounted = await castPollVote(tx, { postId: post_id, optionId: option_id, userId, now: ctx.now() })
      const found = await findPoll(tx, post_id, userId)
      if (!found) throw new ApiError((await isRemoved(tx, 'post', post_id)) ? 'removed' : 'post_not_found')
      const { poll } = found
      if (!poll) throw new ApiError('not_found')
      if (isCounted) return { poll }
      if (!poll.options.some(({ id }) => id === option_id)) throw invalidField('option_id', 'poll_choice')
      throw new ApiError(poll.is_closed ? 'closed' : 'voted')
    })
  },
}
