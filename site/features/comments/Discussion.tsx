import { memo, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router-dom'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { Standing } from '#shared/api/categories.ts'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { Await } from '#site/core/await.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { CallForm } from '#site/core/CallForm.tsx'
import { changePost, useClosed, usePost } from '#site/core/posts-store.ts'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useAdsAmongComments } from '#site/features/ads/useAds.tsx'
import { Refusal } from '#site/features/moderation/Refusal.tsx'
import { ChatForm } from './ChatForm.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentSkeletons } from './CommentPlaceholders.tsx'
import { CommentSorting } from './CommentSorting.tsx'
import { CommentThread } from './CommentThread.tsx'
import type { CommentsPage, Thread } from './thread.ts'
import { useKeptThread } from './useThread.ts'

type Ban = Standing['ban']

export type DiscussionView = {
  sort: CommentSort
  include: number | null
  base: number | null
  isPartial: boolean
  isChat?: boolean
}

/** Returns the thread that was restored at the first render, even if another one is stored later. */
function useKeptAt(comments: Promise<CommentsPage>, restored: Thread | undefined): Thread | undefined {
  const [kept, setKept] = useState({ comments, restored })
  if (kept.comments !== comments) setKept({ comments, restored })
  return kept.comments === comments ? kept.restored : restored
}

/** After posting, `reload` loads the first page of comments again, with the reader's comment; `fresh` is that page. */
function useReload(post: Post, comments: Promise<CommentsPage>, sort: CommentSort) {
  const { api } = useSite()
  const texts = useTexts('comments')
  const [reloaded, setReloaded] = useState<{
    instead: Promise<CommentsPage>
    page: CommentsPage
    marked: number
  } | null>(null)

  async function reload(written: Comment): Promise<void> {
    try {
      const page = await api.comments.list({ post_id: post.id, sort, include: written.id })
      setReloaded({ instead: comments, page, marked: written.id })
      changePost(post.id, { comment_count: page.total })
    } catch (error) {
      showFailure(error, texts.loadFailed)
    }
  }

  return { fresh: reloaded?.instead === comments ? reloaded : null, reload }
}

/** Memoised, so that changed counts of the post do not render all comments again. */
export const Discussion = memo(function Discussion({
  post,
  comments,
  since,
  view,
  isModerator,
  ban,
  hasForm = true,
}: {
  post: Post
  comments: Promise<CommentsPage>
  since: string | null
  view: DiscussionView
  isModerator: boolean
  ban?: Ban
  /** False if another form on the page replaces the comment form. */
  hasForm?: boolean
}) {
  const { t } = useSite()
  const { revalidate, state } = useRevalidator()
  const texts = useTexts('comments')
  const ads = useAdsAmongComments(post.category.is_nsfw)
  const closed = useClosed(post)
  const isClosed = closed !== null || ban !== undefined
  const { sort, isChat = false } = view
  const { fresh, reload } = useReload(post, comments, sort)
  const marked = fresh ? fresh.marked : view.include
  const base = fresh ? null : view.base
  const isPartial = !fresh && view.isPartial
  const kept = useKeptAt(comments, useKeptThread({ post_id: post.id, sort, base }).restored)

  return (
    <>
      {hasForm && <NewComment post={post} ban={ban} isChat={isChat} onPosted={reload} />}
      <QueuedHere kind="thread" id={post.id} />
      <section id="comments" className="discussion" aria-labelledby="comments-title">
        <DiscussionHead post={post} sort={sort} isChat={isChat} />
        {isPartial && <PartialNotice postId={post.id} base={base} />}
        <Await
          value={fresh?.page ?? kept ?? comments}
          fallback={
            closed === 'removed' && post.comment_count === 0 ? null : (
              <CommentSkeletons count={post.comment_count} isClosed={isClosed} />
            )
          }
          failed={
            <ErrorState
              title={texts.loadFailed}
              retryLabel={t.app.retry}
              busy={state === 'loading'}
              onRetry={() => void revalidate()}
            />
          }>
          {(page) => (
            <CommentThread
              key={`${sort}:${base}`}
              post={post}
              first={page}
              sort={sort}
              base={base}
              since={since}
              marked={marked}
              isModerator={isModerator}
              isBanned={ban !== undefined}
              onPosted={reload}
              isChat={isChat}
              after={base === null && !isChat ? ads?.(page.placed) : undefined}
            />
          )}
        </Await>
      </section>
    </>
  )
})

function PartialNotice({ postId, base }: { postId: number; base: number | null }) {
  const texts = useTexts('comments')
  return (
    <div className="discussion__part">
      <Notice
        actions={
          <Link
            className={buttonClass('secondary', 'small')}
            to={base === null ? paths.post(postId) : paths.post(postId, base)}>
            {texts.all}
          </Link>
        }>
        {texts.partial}
      </Notice>
    </div>
  )
}

function DiscussionHead({ post, sort, isChat }: { post: Post; sort: CommentSort; isChat: boolean }) {
  const texts = useTexts('comments')
  const { t, lang, viewer } = useSite()
  const { id, comment_count } = usePost(post)
  return (
    <div className="comments-head">
      <h2 id="comments-title" className="comments-head__title" tabIndex={-1}>
        {formatNumber(lang, comment_count)} {t.posts.commentsWord(comment_count)}
      </h2>
      {!!post.new_comments && <span className="tag tag--accent">{texts.sinceVisit(post.new_comments)}</span>}
      {viewer !== null && post.new_comments !== 0 && (
        <noscript>
          <CallForm call="reading.visit" fields={{ post_id: post.id }}>
            <button type="submit" className="action">
              {texts.markRead}
            </button>
          </CallForm>
        </noscript>
      )}
      {comment_count > 1 && !isChat && <CommentSorting postId={id} sort={sort} />}
      <noscript>
        <p className="comments-head__note">
          {texts.noLive} <a href={`${paths.post(id)}#comments-title`}>{texts.reload}</a>
        </p>
      </noscript>
    </div>
  )
}

type NewCommentProps = { post: Post; ban?: Ban; isChat: boolean; onPosted: (comment: Comment) => Promise<void> }

function NewComment({ post, ban, isChat, onPosted }: NewCommentProps) {
  const { closed } = useTexts('comments')
  const by = useClosed(post)
  if (by !== null)
    return (
      <div className="discussion__part">
        <Notice role="status">{closed[by]}</Notice>
      </div>
    )
  if (ban)
    return (
      <div className="discussion__part">
        <Refusal where={post.category.name} until={ban.until} />
      </div>
    )
  return (
    <>
      {isChat ? <ChatForm post={post} onPosted={onPosted} /> : <CommentForm post={post} onPosted={onPosted} />}
      <SignedOutNote />
    </>
  )
}

function SignedOutNote() {
  const texts = useTexts('comments')
  const { t, viewer } = useSite()
  const { pathname, search } = useLocation()
  if (viewer) return null
  return (
    <p className="discussion__signed-out needs-js">
      {texts.signedOut} <Link to={paths.login(pathname + search)}>{t.app.logIn}</Link>
    </p>
  )
}
