import { useCallback, useEffect } from 'react'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'

/** Records a visit once the thread is visible, and again when the returned function is called. */
export function useVisit(postId: number): () => void {
  const { api, viewer } = useSite()
  const isMember = viewer !== null
  const visit = useCallback(() => {
    if (!isMember) return
    changePost(postId, { new_comments: 0 })
    // A failure only marks too many comments as new on the next visit.
    void api.reading.visit({ post_id: postId }).catch(() => {})
  }, [api, isMember, postId])

  useEffect(() => {
    if (!document.hidden) return visit()
    const onVisible = () => visit()
    document.addEventListener('visibilitychange', onVisible, { once: true })
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [visit])

  return visit
}
