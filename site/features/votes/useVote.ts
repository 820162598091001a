import { applyVote, nextVote, type Voted, type VoteValue } from '#shared/rules/vote.ts'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { sendLatest } from '#site/core/latest-only.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'

/** The last confirmed state, restored where a vote fails. */
const confirmed = new Map<string, Voted>()

export const isVoting = (kind: 'post' | 'comment', id: number): boolean => confirmed.has(`vote:${kind}:${id}`)

export function useVote(kind: 'post' | 'comment', id: number, shown: Voted, show: (voted: Voted) => void): (clicked: 1 | -1) => void {
  const { api, t } = useSite()
  const signInFirst = useSignInFirst()
  const key = `vote:${kind}:${id}`

  function set(vote: VoteValue): void {
    if (!confirmed.has(key)) confirmed.set(key, { upvotes: shown.upvotes, downvotes: shown.downvotes, user_vote: shown.user_vote })
    show(applyVote(shown, vote))
    const send = (value: VoteValue) => (kind === 'post' ? api.votes.post({ post_id: id, value }) : api.votes.comment({ comment_id: id, value }))
    void sendLatest(key, vote, send, (outcome) => {
      const before = confirmed.get(key)!
      confirmed.delete(key)
      if ('result' in outcome) return show(outcome.result)
      show(before)
      if (!hasOwnToast(outcome.error)) showFailure(outcome.error, t.votes.noAnswer, t.votes.failed)
    })
  }

  usePendingAction<1 | -1>(key, (clicked) => { if (shown.user_vote !== clicked) set(clicked) })

  return (clicked) => {
    if (signInFirst(t.votes.signIn, { name: key, value: clicked })) set(nextVote(shown.user_vote, clicked))
  }
}
