import { useEffect, useRef, useState } from 'react'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { Comment } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { usePageState } from '#site/core/usePageState.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useIdSet } from './useIdSet.ts'
import { threadOf, withPage, withReplies, type CommentsPage, type Thread } from './thread.ts'

export type ThreadQuery = { post_id: number; sort: CommentSort; base: number | null }

export function useKeptThread({ post_id, sort, base }: ThreadQuery) {
  return usePageState<Thread>(`comments:${post_id}:${sort}:${base ?? ''}`)
}

/** A click on 'more replies' loads at most this many pages to find something new. */
const MAX_PAGES = 5

/** The state starts over when `first`, the first page of comments, is replaced. */
export function useThread(query: ThreadQuery, first: CommentsPage | Thread) {
  const texts = useTexts('comments')
  const { api } = useSite()
  const { post_id, sort, base } = query
  const { save } = useKeptThread(query)
  const [thread, setThread] = useState(() => threadOf(first))
  const [shown, setShown] = useState(first)
  const loading = useIdSet()
  const latest = useRef(first)
  latest.current = first
  if (first !== shown) {
    setShown(first)
    setThread(threadOf(first))
  }
  useEffect(() => save(thread))

  const update = (change: (thread: Thread) => Thread): void => setThread(change)

  /** Loads more replies of a parent (0 for the top level); resolves to the first new comment. */
  async function load(
    parentId: number,
    fetchMore: () => Promise<{ add: (thread: Thread) => Thread; comments: Comment[] }>,
  ) {
    if (loading.has(parentId)) return null
    const known = new Set(thread.comments.map(({ id }) => id))
    loading.add(parentId)
    try {
      const { add, comments } = await fetchMore()
      if (latest.current !== first) return null
      update(add)
      return comments.find(({ id }) => !known.has(id)) ?? null
    } catch (error) {
      showFailure(error, texts.loadFailed)
      return null
    } finally {
      loading.remove(parentId)
    }
  }

  return {
    thread,
    update,
    isLoading: (parentId = 0) => loading.has(parentId),
    loadMore: () =>
      load(0, async () => {
        const page = await api.comments.list({
          post_id,
          sort,
          parent_id: base ?? undefined,
          cursor: thread.next_cursor ?? undefined,
        })
        return { comments: page.comments, add: (now) => withPage(now, page) }
      }),
    loadReplies: (parentId: number) =>
      load(parentId, async () => {
        const known = new Set(thread.comments.map(({ id }) => id))
        const pages: CommentsPage[] = []
        let cursor = thread.replies[parentId] ?? null
        do {
          const page = await api.comments.list({ post_id, sort, parent_id: parentId, cursor: cursor ?? undefined })
          pages.push(page)
          cursor = page.next_cursor
        } while (cursor !== null && pages.length < MAX_PAGES && pages.at(-1)!.comments.every(({ id }) => known.has(id)))
        const comments = pages.flatMap((page) => page.comments)
        return { comments, add: (now) => pages.reduce<Thread>((sum, page) => withReplies(sum, parentId, page), now) }
      }),
  }
}
