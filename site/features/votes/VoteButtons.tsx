import { formatNumber } from '#shared/i18n/plural.ts'
import type { Voted } from '#shared/rules/vote.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useVote } from './useVote.ts'

export function VoteButtons({
  kind,
  id,
  voted,
  onVoted,
  row = false,
  downvotes = true,
}: {
  kind: 'post' | 'comment'
  id: number
  voted: Voted
  onVoted: (voted: Voted) => void
  row?: boolean
  downvotes?: boolean
}) {
  const { t, lang } = useSite()
  const vote = useVote(kind, id, voted, onVoted)
  return (
    <div
      className={row ? 'votes votes--row' : 'votes'}
      data-vote={voted.user_vote}
      role="group"
      aria-label={t.votes.group}>
      <button
        type="button"
        className="votes__up"
        aria-label={t.votes.up}
        aria-pressed={voted.user_vote === 1}
        onClick={() => vote(1)}
      />
      <span className="votes__score">{formatNumber(lang, voted.upvotes - voted.downvotes)}</span>
      {(downvotes || voted.user_vote === -1) && (
        <button
          type="button"
          className="votes__down"
          aria-label={t.votes.down}
          aria-pressed={voted.user_vote === -1}
          onClick={() => vote(-1)}
        />
      )}
    </div>
  )
}
