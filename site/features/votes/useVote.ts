import type { CallOptions } from '#shared/api/contract.ts'
import { applyVote, nextVote, type Voted, type VoteValue } from '#shared/rules/vote.ts'
import { announce } from '#site/core/announce.ts'
import { hasOwnToast, ifQueued, showFailure } from '#site/core/call-failed.ts'
import { isSendingLatest, sendLatest } from '#site/core/latest-only.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'

const SAID = { 1: 'up', 0: 'none', [-1]: 'down' } as const

export const isVoting = (kind: 'post' | 'comment', id: number): boolean => isSendingLatest(`vote:${kind}:${id}`)

export function useVote(
  kind: 'post' | 'comment',
  id: number,
  shown: Voted,
  show: (voted: Voted) => void,
): (clicked: 1 | -1) => void {
  const { api, t } = useSite()
  const signInFirst = useSignInFirst()
  const key = `vote:${kind}:${id}`

  function set(vote: VoteValue): void {
    const before = { upvotes: shown.upvotes, downvotes: shown.downvotes, user_vote: shown.user_vote }
    const voted = applyVote(shown, vote)
    show(voted)
    announce(t.votes.said[SAID[vote]](voted.upvotes - voted.downvotes))
    const send = (value: VoteValue, options?: CallOptions) =>
      (kind === 'post'
        ? api.votes.post({ post_id: id, value }, options)
        : api.votes.comment({ comment_id: id, value }, options)
      ).catch(ifQueued(() => applyVote(before, value)))
    void sendLatest(key, vote, {
      before,
      send,
      settle: (confirmed, failure) => {
        show(confirmed)
        if (failure && !hasOwnToast(failure.error)) showFailure(failure.error, t.votes.noAnswer, t.votes.failed)
      },
    })
  }

  usePendingAction<1 | -1>(key, (clicked) => {
    if (shown.user_vote !== clicked) set(clicked)
  })

  return (clicked) => {
    if (signInFirst(t.votes.signIn, { name: key, value: clicked })) set(nextVote(shown.user_vote, clicked))
  }
}
