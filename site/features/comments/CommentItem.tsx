import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { moveFocus } from '#site/core/move-focus.ts'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { useSite, useText } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { BotLabel } from '#site/features/bot/BotLabel.tsx'
import { RemovalNotice } from '#site/features/moderation/RemovalNotice.tsx'
import { EditedButton } from '#site/features/history/EditedButton.tsx'
import { Picture } from '#site/features/uploads/Picture.tsx'
import { DescribedVideo } from '#site/features/uploads/Video.tsx'
import { CommentActions } from './CommentActions.tsx'
import { CommentForm } from './CommentForm.tsx'
import { articleOf } from './focus-comment.ts'
import { MoreReplies } from './MoreReplies.tsx'
import { NewReplies } from './NewComments.tsx'
import { repliesLeft, rowsBelow, type ThreadNode } from './thread.ts'
import { commentEdit, useThreadContext } from './thread-context.ts'

export function CommentItem({
  node,
  level,
  parent = null,
  isFlat = false,
}: {
  node: ThreadNode
  level: number
  parent?: Comment | null
  /** Whether the reply is on the same level as its parent, because the maximum depth is reached. */
  isFlat?: boolean
}) {
  const { thread, marked, isUnread, live, isFolded } = useThreadContext()
  const { comment } = node
  const folded = isFolded(comment.id)
  const rows = level < LIMITS.commentDepth ? rowsBelow(thread, node, level) : []
  const hasReplies = rows.length > 0
  const isShut = comment.is_blocked
  return (
    <li
      id={`comment-${comment.id}`}
      data-parent={comment.parent_id ?? 0}
      className={classNames(
        'comment',
        comment.is_deleted && 'comment--deleted',
        isUnread(comment) && 'comment--new',
        isShut && 'comment--folded',
        (comment.id === marked || live.isNew(comment.id)) && 'comment--marked',
      )}>
      <article
        data-ai={comment.is_ai || undefined}
        className="comment__main"
        tabIndex={-1}
        aria-labelledby={headId(comment)}
        aria-describedby={!folded && hasText(comment) ? textId(comment) : undefined}>
        <CommentHead
          comment={comment}
          parent={parent}
          isFlat={isFlat}
          hidden={folded ? countBelow(node) : null}
          canFold={hasReplies}
        />
        {!folded && !isShut && <CommentBody comment={comment} />}
        <QueuedHere kind="comment" id={comment.id} />
        <NewReplies parentId={comment.id} />
      </article>
      {hasReplies && !folded && (
        <ol className="comment__replies">
          {rows.map((row) =>
            row.kind === 'comment' ? (
              <CommentItem
                key={row.node.comment.id}
                node={row.node}
                level={level + 1}
                parent={row.inReplyTo ?? comment}
                isFlat={row.inReplyTo !== null}
              />
            ) : (
              <MoreReplies key={`more-${row.parent.id}`} parent={row.parent} left={row.left} />
            ),
          )}
        </ol>
      )}
    </li>
  )

  function countBelow(above: ThreadNode): number {
    return above.replies.reduce((sum, reply) => sum + 1 + countBelow(reply), 0) + repliesLeft(thread, above)
  }
}

const headId = ({ id }: Comment) => `comment-head-${id}`
const textId = ({ id }: Comment) => `comment-text-${id}`
const hasText = ({ is_deleted, is_blocked, content_html }: Comment) => !is_deleted && !is_blocked && content_html !== ''

/** The head is also the comment's accessible name; `hidden` is the number of folded replies, null if not folded. */
function CommentHead({
  comment,
  parent,
  isFlat,
  hidden,
  canFold,
}: {
  comment: Comment
  parent: Comment | null
  isFlat: boolean
  hidden: number | null
  canFold: boolean
}) {
  const t = useTexts('comments')
  const { posts } = useText()
  const { post, toggleFold, isUnread } = useThreadContext()
  const who = comment.is_blocked ? t.blocked : (comment.author ?? t.gone)
  const answered = parent === null ? null : parent.is_blocked ? t.hiddenOne : (parent.author ?? t.gone)
  return (
    <>
      {!comment.is_blocked && <Avatar name={comment.author ?? '?'} src={avatarOf(comment.author_avatar_url)} />}{' '}
      <div id={headId(comment)} className="comment__head meta">
        <span className="visually-hidden">{t.kind}</span>
        {comment.is_blocked && <span>{t.blocked}</span>}
        {!comment.is_blocked &&
          (comment.author !== null ? (
            <a className="comment__author" href={paths.user(comment.author)}>
              {comment.author}
            </a>
          ) : (
            <span>{t.gone}</span>
          ))}
        {!comment.is_blocked && <BotLabel username={comment.author} />}
        {comment.author_id !== null && comment.author_id === post.author?.id && (
          <span className="tag tag--accent">{` ${t.author}`}</span>
        )}{' '}
        <a className="meta__dot" href={paths.post(post.id, comment.id)} rel="nofollow">
          <TimeAgo at={comment.created_at} />
        </a>{' '}
        {isUnread(comment) && <span className="tag tag--accent">{t.isNew}</span>}
        {isFlat && (
          <span className="meta__dot" aria-hidden>
            {t.inReplyTo(answered!)}
          </span>
        )}
        <span className="visually-hidden">
          {t.about(answered, comment.depth, comment.reply_count, comment.user_vote)}
        </span>
        {comment.is_held && <span className="tag tag--accent">{posts.held}</span>}
        {comment.edited_at !== null && !comment.is_deleted && (
          <EditedButton of={{ post_id: post.id, comment_id: comment.id, canDelete: comment.can.delete }} />
        )}
      </div>
      {canFold && (
        <button
          type="button"
          className="comment__fold needs-js"
          aria-expanded={hidden === null}
          aria-label={hidden === null ? t.fold(who) : t.unfold(t.folded(hidden), who)}
          onClick={() => toggleFold(comment.id)}>
          {hidden === null ? '−' : t.folded(hidden)}
        </button>
      )}
    </>
  )
}

function CommentBody({ comment }: { comment: Comment }) {
  const t = useTexts('comments')
  const { removed, reasons } = useText().posts
  const { viewer } = useSite()
  const { post, active, setActive, posted, edited, isAsking } = useThreadContext()
  const mode = active?.id === comment.id ? active.mode : null
  if (comment.is_deleted)
    return (
      <div className="comment__body prose">
        <p>
          {comment.removal
            ? removed.comment(removed.by[comment.removal.by], reasons[comment.removal.reason_code])
            : t.gone}
        </p>
      </div>
    )

  const closeEdit = (change: () => void) =>
    moveFocus(
      () => {
        change()
        setActive(null)
      },
      () => articleOf(comment.id),
    )

  const CommentEdit = commentEdit.part
  if (mode === 'edit' && CommentEdit) {
    return (
      <CommentEdit
        comment={comment}
        onCancel={() => closeEdit(() => {})}
        onEdited={(changed) => closeEdit(() => edited(changed))}
      />
    )
  }
  return (
    <>
      {comment.removal && (
        <RemovalNotice kind="comment" removal={comment.removal} isOwn={comment.author_id === viewer?.id} />
      )}
      {comment.content_html !== '' && (
        <div
          id={textId(comment)}
          className="comment__body prose"
          lang={comment.lang ?? undefined}
          dangerouslySetInnerHTML={{ __html: comment.content_html }}
        />
      )}
      {(comment.image_url !== null || comment.video_url !== null) && <CommentMedia comment={comment} />}
      <CommentActions comment={comment} />
      {isAsking(comment.id) && (
        <p className="comment__note" role="status">
          {t.botAsked}
        </p>
      )}
      {mode === 'reply' && (
        <CommentForm
          post={post}
          parent={comment}
          onPosted={posted}
          onCancel={() =>
            moveFocus(
              () => setActive(null),
              () => document.getElementById(`reply-${comment.id}`),
            )
          }
        />
      )}
    </>
  )
}

function CommentMedia({ comment }: { comment: Comment }) {
  const t = useTexts('comments')
  const author = comment.author ?? t.gone
  return (
    <>
      {comment.image_url !== null && <Picture url={comment.image_url} alt={t.imageBy(author)} plays={false} isLazy />}
      {comment.video_url !== null && (
        <DescribedVideo
          url={comment.video_url}
          label={t.videoBy(author)}
          texts={comment}
          transcript={paths.transcript(comment.post_id, comment.id)}
        />
      )}
    </>
  )
}
