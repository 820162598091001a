import type { Comment } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { VoteButtons } from '#site/features/votes/VoteButtons.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import { useThreadContext } from './thread-context.ts'

export function CommentActions({ comment }: { comment: Comment }) {
  const t = useTexts('comments')
  const signInFirst = useSignInFirst()
  const { post, active, setActive, vote, isClosed, isRemoved } = useThreadContext()
  const replyAction = `reply:${comment.id}`
  const reply = () => setActive({ id: comment.id, mode: 'reply' })
  usePendingAction(replyAction, reply)
  return (
    <div className="comment__foot">
      {!isRemoved && !comment.removal && (
        <VoteButtons
          kind="comment"
          id={comment.id}
          voted={comment}
          downvotes={post.category.downvotes}
          onVoted={(voted) => vote(comment.id, voted)}
          row
        />
      )}
      {!isClosed && !comment.removal && (
        <ActionLink
          className="action"
          href={paths.formOf.reply(post.id, comment.id)}
          id={`reply-${comment.id}`}
          aria-label={t.replyTo(comment.author ?? t.gone)}
          aria-expanded={active?.id === comment.id && active.mode === 'reply'}
          onPress={() => {
            if (signInFirst(t.signInToReply, { name: replyAction, value: true })) reply()
          }}>
          {t.reply}
        </ActionLink>
      )}{' '}
      <CommentMenu comment={comment} />
    </div>
  )
}
