import { useEffect, useState, type ComponentType } from 'react'
import type { Comment } from '#shared/api/shapes.ts'

type Items = ComponentType<{ comment: Comment }>

/** The items of a comment's menu that only moderators load. */
export function CommentTools({ comment }: { comment: Comment }) {
  const [Loaded, setLoaded] = useState<Items | null>(null)
  useEffect(() => {
    let isShown = true
    import('./CommentToolItems.tsx').then(({ CommentToolItems }) => { if (isShown) setLoaded(() => CommentToolItems) })
      .catch((error: unknown) => console.warn('Loading the moderation tools failed', error))
    return () => { isShown = false }
  }, [])
  return Loaded && <Loaded comment={comment} />
}
