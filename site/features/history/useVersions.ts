import { useEffect, useState } from 'react'
import type { Version } from '#shared/api/history.ts'
import { useSite } from '#site/core/site-context.tsx'

/** `canDelete`: the reader is the author or a moderator, who may delete former texts. */
export type HistoryTarget = { post_id: number; comment_id?: number; canDelete: boolean }

/** `present` is the current text, with which the newest former version is compared. */
export type LoadedVersions = {
  versions: Version[]
  next_cursor: string | null
  present: { title: string | null; content: string }
}

/** `showMore` and `remove` reject if the call fails. */
export function useVersions({ post_id, comment_id }: HistoryTarget) {
  const { api } = useSite()
  const [loaded, setLoaded] = useState<LoadedVersions | 'failed' | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const ofPost = () =>
      Promise.all([api.history.post({ post_id }, { signal }), api.posts.get({ post_id }, { signal })])
    const ofComment = async (id: number) => {
      // Pages rendered by the server omit the Markdown source of others' comments, so the current text is loaded, too.
      const [page, { comments }] = await Promise.all([
        api.history.comment({ comment_id: id }, { signal }),
        api.comments.list({ post_id, include: id, limit: 1 }, { signal }),
      ])
      return [page, { title: null, content: comments.find((comment) => comment.id === id)?.content ?? '' }] as const
    }
    const load = comment_id === undefined ? ofPost() : ofComment(comment_id)
    load
      .then(([page, { title, content }]) => setLoaded({ ...page, present: { title, content } }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        console.warn('Loading the history failed', error)
        setLoaded('failed')
      })
    return () => abort.abort()
  }, [api, post_id, comment_id])

  const change = (next: (now: LoadedVersions) => LoadedVersions) =>
    setLoaded((now) => (now === null || now === 'failed' ? now : next(now)))

  async function showMore(cursor: string): Promise<void> {
    const page =
      comment_id === undefined
        ? await api.history.post({ post_id, cursor })
        : await api.history.comment({ comment_id, cursor })
    change((now) => ({ ...now, versions: [...now.versions, ...page.versions], next_cursor: page.next_cursor }))
  }

  async function remove(version_id: number): Promise<void> {
    if (comment_id === undefined) await api.history.deletePostVersion({ post_id, version_id })
    else await api.history.deleteCommentVersion({ comment_id, version_id })
    change((now) => ({ ...now, versions: now.versions.filter(({ id }) => id !== version_id) }))
  }

  return { loaded, showMore, remove }
}
