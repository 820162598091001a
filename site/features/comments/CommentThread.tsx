import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { Form } from 'react-router-dom'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/app/call-failed.ts'
import { usePageState } from '#site/app/page-state.ts'
import { usePendingAct } from '#site/app/pending-act.ts'
import { changePost } from '#site/app/posts-store.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'
import { useReport } from '#site/features/reports/useReport.tsx'
import { CommentItem } from './CommentItem.tsx'
import { focusComment } from './focus-comment.ts'
import { NoComments } from './NoComments.tsx'
import { ThreadProvider, type Active } from './thread-context.ts'
import { treeOf, withAnswer, withChanged, withRemoved, type CommentsPage, type Thread } from './thread.ts'
import { useIdSet } from './useIdSet.ts'
import { useThread } from './useThread.ts'

/**
 * The comments of a post. `marked` is the one that the reader came for; `base` the comment whose replies these are, null
 * for the whole post; `onPosted` reloads the list. `after` may put something behind the n-th top-level comment, from 1.
 */
export function CommentThread({ post, first, sort, base, marked, isModerator, onPosted, after }: {
  post: Post
  first: CommentsPage | Thread
  sort: CommentSort
  base: number | null
  marked: number | null
  isModerator: boolean
  onPosted: (comment: Comment) => Promise<void>
  after?: (index: number) => ReactNode
}) {
  const { api, t } = useSite()
  const texts = t.comments
  const signInFirst = useSignInFirst()
  const confirmDeletion = useConfirmDeletion()
  const { report, dialog } = useReport()
  const { thread, update, isLoading, loadMore, loadReplies } = useThread({ post_id: post.id, sort, base }, first)
  const [active, setActive] = useState<Active>(null)
  const folded = useIdSet()
  const asking = useIdSet()

  const visit = usePageState<true>(`marked:${marked}`)

  useEffect(() => {
    // Who comes back finds the page where they left it.
    if (marked === null || visit.restored) return
    focusComment(marked)
    visit.keep(true)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [marked, first])

  async function loadAndFocus(load: Promise<Comment | null>): Promise<void> {
    const found = await load
    if (found) requestAnimationFrame(() => focusComment(found.id, false))
  }

  async function remove(comment: Comment): Promise<void> {
    if (!await confirmDeletion('comment')) return
    try {
      await api.comments.remove({ comment_id: comment.id })
      update((now) => withRemoved(now, comment.id))
      changePost(post.id, { comment_count: Math.max(0, post.comment_count - 1) })
      showToast({ kind: 'success', text: texts.removed })
      requestAnimationFrame(() => { if (!focusComment(comment.id, false)) document.getElementById('comments-title')?.focus() })
    } catch (error) {
      showFailure(error, texts.deleteFailed)
    }
  }

  const askAct = `ask-bot:${post.id}`
  async function askBot(id: number): Promise<void> {
    if (asking.has(id) || !signInFirst(texts.signInToAskBot, { name: askAct, value: id })) return
    asking.add(id)
    try {
      const { comment } = await api.bot.respondPublic({ comment_id: id })
      update((now) => withAnswer(now, comment))
      changePost(post.id, { comment_count: post.comment_count + 1 })
      showToast({ kind: 'success', text: texts.botAnswered, action: { label: texts.show, href: `#comment-${comment.id}` } })
    } catch (error) {
      showFailure(error, texts.botFailed)
    } finally {
      asking.remove(id)
    }
  }
  usePendingAct<number>(askAct, (id) => void askBot(id))

  return (
    <ThreadProvider
      value={{
        post, thread, isModerator, marked, active, setActive, isLoading, report,
        isFolded: folded.has,
        toggleFold: folded.toggle,
        isAsking: asking.has,
        askBot: (comment) => void askBot(comment.id),
        loadReplies: (parentId) => void loadAndFocus(loadReplies(parentId)),
        vote: (id, voted) => update((now) => withChanged(now, id, voted)),
        edited: (comment) => update((now) => withChanged(now, comment.id, comment)),
        remove: (comment) => void remove(comment),
        posted: async (comment) => {
          await onPosted(comment)
          setActive(null)
        },
      }}
    >
      {thread.comments.length === 0 && <NoComments />}
      {thread.comments.length > 0 && (
        <ol className="comments" aria-busy={isLoading()}>
          {treeOf(thread.comments, base).map((node, index) => (
            <Fragment key={node.comment.id}>
              <CommentItem node={node} level={1} />
              {after?.(index + 1)}
            </Fragment>
          ))}
        </ol>
      )}
      {thread.next_cursor !== null && (
        <Form
          className="feed-end" method="get" action={`${paths.post(post.id)}#comments`}
          onSubmit={(event) => {
            event.preventDefault()
            void loadAndFocus(loadMore())
          }}
        >
          {sort !== 'best' && <input type="hidden" name="sort" value={sort} />}
          {base !== null && <input type="hidden" name="thread" value={base} />}
          <input type="hidden" name="cursor" value={thread.next_cursor} />
          <Button type="submit" busy={isLoading()}>{texts.loadMore}</Button>
        </Form>
      )}
      {dialog}
    </ThreadProvider>
  )
}
