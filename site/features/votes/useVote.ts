import { applyVote, nextVote, type Voted, type VoteValue } from '#shared/rules/vote.ts'
import { isToldAlready, showFailure } from '#site/app/call-failed.ts'
import { sendLatest } from '#site/app/latest-only.ts'
import { usePendingAct } from '#site/app/pending-act.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'

/** What the server last said of a thing, to go back to when it refuses. */
const confirmed = new Map<string, Voted>()

/** Voting on a post or comment: shown at once, counted by the server's answer, taken back where it fails. */
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
      if (!isToldAlready(outcome.error)) showFailure(outcome.error, t.votes.noAnswer, t.votes.failed)
    })
  }

  usePendingAct<1 | -1>(key, (clicked) => { if (shown.user_vote !== clicked) set(clicked) })

  return (clicked) => {
    if (signInFirst(t.votes.signIn, { name: key, value: clicked })) set(nextVote(shown.user_vote, clicked))
  }
}
