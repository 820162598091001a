import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { Kept } from '#site/core/kept-parts.tsx'
import { useClosed } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useVisit } from '#site/features/reading/useVisit.ts'
import { useModeration } from '#site/features/moderation/useModeration.tsx'
import { useReport } from '#site/features/reports/useReport.tsx'
import { useMenuState } from './CommentMenu.tsx'
import { CommentItem } from './CommentItem.tsx'
import { focusComment } from './focus-comment.ts'
import { NewComments } from './NewComments.tsx'
import { NoComments } from './CommentPlaceholders.tsx'
import { commentEdit, ThreadProvider, useThreadContext, type Active } from './thread-context.ts'
import { commentsOf, treeOf, withChanged, type CommentsPage, type Thread, type ThreadNode } from './thread.ts'
import { ThreadEnd } from './ThreadEnd.tsx'
import { useBotAnswers } from './useBotAnswers.ts'
import { useCommentRemoval } from './useCommentRemoval.ts'
import { useFolded } from './useFolded.ts'
import { useLiveThread } from './useLiveThread.ts'
import { useMarkedComment } from './useMarkedComment.ts'
import { useThread } from './useThread.ts'
import { waysIn } from './ways.ts'

function useFocusLoaded(): (loading: Promise<Comment | null>) => Promise<void> {
  const wanted = useRef<number | null>(null)
  const focus = () => {
    if (wanted.current !== null && focusComment(wanted.current, false)) wanted.current = null
  }
  useEffect(focus)
  return async (loading) => {
    wanted.current = (await loading)?.id ?? null
    focus()
  }
}

type CommentThreadProps = {
  post: Post
  first: CommentsPage | Thread
  sort: CommentSort
  base: number | null
  since: string | null
  marked: number | null
  isModerator: boolean
  isBanned: boolean
  isChat?: boolean
  onPosted: (comment: Comment) => Promise<void>
  after?: (index: number) => ReactNode
}

/** The comment is loaded again after a moderator's action. */
function useCommentModeration(postId: number, update: (change: (thread: Thread) => Thread) => void) {
  const { api } = useSite()
  return useModeration(async ({ id }) => {
    const { comments } = await api.comments.list({ post_id: postId, include: id, limit: 1 })
    const changed = comments.find((comment) => comment.id === id)
    if (changed) update((now) => withChanged(now, id, changed))
  })
}

/** `visitedAt` must come from the first load, because later responses already count this visit. */
const isUnreadBy = (viewerId: number | undefined, visitedAt: string | null | undefined) => (comment: Comment) =>
  !!visitedAt &&
  comment.created_at > visitedAt &&
  comment.author_id !== viewerId &&
  !comment.is_deleted &&
  !comment.is_blocked

function useWays(thread: Thread, base: number | null, { visited_at }: Post) {
  const { viewer } = useSite()
  const isUnread = isUnreadBy(viewer?.id, visited_at)
  return { isUnread, waysFrom: waysIn(thread, base, isUnread) }
}

/** `base` is the comment whose replies are shown, null for the whole thread; `after` renders an ad after a comment. */
export function CommentThread({
  post,
  first,
  sort,
  base,
  since,
  marked,
  isModerator,
  isBanned,
  isChat = false,
  onPosted,
  after,
}: CommentThreadProps) {
  const { t } = useSite()
  const query = { post_id: post.id, sort, base }
  const { thread, update, isLoading, loadMore, loadReplies } = useThread(query, first)
  const focusLoaded = useFocusLoaded()
  const { report, dialog } = useReport()
  const { isFolded, toggleFold } = useFolded(thread.comments, marked)
  const [active, setActive] = useState<Active>(null)
  const live = useLiveThread({
    query,
    thread,
    update,
    activeId: active?.id ?? null,
    since,
    isRestored: 'replies' in first,
    isChat,
    onAllShown: useVisit(post.id),
  })
  const { isAsking, askBot } = useBotAnswers(post, update, live.arrivals.has)
  const remove = useCommentRemoval(post, update, live.isShown)
  const { moderate, dialog: moderationDialog } = useCommentModeration(post.id, update)
  useMarkedComment(marked, first)
  const isClosed = useClosed(post)

  return (
    <ThreadProvider
      value={{
        post,
        thread,
        isModerator,
        isClosed: isBanned || isClosed !== null,
        isRemoved: isClosed === 'removed',
        live,
        marked,
        ...useWays(thread, base, post),
        active,
        setActive: (next) =>
          next?.mode === 'edit' ? commentEdit.open(() => setActive(next), t.app.unexpectedText) : setActive(next),
        isLoading,
        report,
        moderate,
        isAsking,
        askBot,
        isFolded,
        toggleFold,
        loadReplies: (parentId) => void focusLoaded(loadReplies(parentId)),
        vote: (id, voted) => update((now) => withChanged(now, id, voted)),
        edited: (comment) => update((now) => withChanged(now, comment.id, comment)),
        remove: (comment) => void remove(comment),
        posted: async (comment) => {
          await onPosted(comment)
          setActive(null)
        },
      }}>
      <NewComments />
      <CommentList base={base} isBusy={isLoading()} after={after} />
      <ThreadEnd
        postId={post.id}
        sort={sort}
        base={base}
        cursor={thread.next_cursor}
        isLoading={isLoading()}
        onMore={() => void focusLoaded(loadMore())}
      />
      {dialog}
      {moderationDialog}
    </ThreadProvider>
  )
}

/** Returns what the markup of a comment and its replies depends on, as the `state` of `Kept`. */
function useNodeState(): (node: ThreadNode, now: number) => unknown {
  const { lang, viewer } = useSite()
  const { post, isClosed, isRemoved, marked, isUnread, waysFrom } = useThreadContext()
  const menuState = useMenuState()
  return (node, now) => [
    node,
    commentsOf(node).map((comment) => [
      relativeTime(comment.created_at, now, lang),
      isUnread(comment),
      comment.removal !== null && comment.author_id === viewer?.id,
      menuState(comment),
      waysFrom(comment.id),
    ]),
    [post.id, post.author?.id, post.category.downvotes, isClosed, isRemoved, marked],
  ]
}

function CommentList({
  base,
  isBusy,
  after,
}: {
  base: number | null
  isBusy: boolean
  after?: (index: number) => ReactNode
}) {
  const { thread, live, isClosed, isRemoved } = useThreadContext()
  const stateOf = useNodeState()
  if (thread.comments.length === 0) return isRemoved ? null : <NoComments isClosed={isClosed} />
  const roots = treeOf(thread.comments, base)
  // Comments that arrived later are not counted, so that the ads keep their places.
  const places = new Map(roots.filter(({ comment }) => !live.isNew(comment.id)).map((node, at) => [node, at + 1]))
  return (
    <ol className="comments" aria-busy={isBusy}>
      {roots.map((node) => (
        <Fragment key={node.comment.id}>
          <Kept name="thread" state={(now) => stateOf(node, now)}>
            {() => <CommentItem node={node} level={1} />}
          </Kept>
          {places.has(node) && after?.(places.get(node)!)}
        </Fragment>
      ))}
    </ol>
  )
}
