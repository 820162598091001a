import { formatNumber } from '#shared/i18n/plural.ts'
import type { Voted } from '#shared/rules/vote.ts'
import { useSite } from '#site/core/site-context.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
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
      <CallForm
        call={kind === 'post' ? 'votes.post' : 'votes.comment'}
        fields={kind === 'post' ? { post_id: id } : { comment_id: id }}
        at={`${kind}-${id}`}>
        <button
          type="submit"
          name="value"
          value={voted.user_vote === 1 ? 0 : 1}
          className="votes__up"
          aria-pressed={voted.user_vote === 1}
          onClick={withScripts(() => vote(1))}>
          {t.votes.up}
        </button>{' '}
        <span className="votes__score">{formatNumber(lang, voted.upvotes - voted.downvotes)}</span>{' '}
        {(downvotes || voted.user_vote === -1) && (
          <button
            type="submit"
            name="value"
            value={voted.user_vote === -1 ? 0 : -1}
            className="votes__down"
            aria-pressed={voted.user_vote === -1}
            onClick={withScripts(() => vote(-1))}>
            {t.votes.down}
          </button>
        )}
      </CallForm>
    </div>
  )
}
