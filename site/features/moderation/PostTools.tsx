import { useEffect, useState, type ComponentType } from 'react'
import type { Post } from '#shared/api/shapes.ts'

type Bar = ComponentType<{ post: Post }>

/** A toolbar that only moderators load; its place is kept from the first rendering on. */
export function PostTools({ post }: { post: Post }) {
  const [Loaded, setLoaded] = useState<Bar | null>(null)
  useEffect(() => {
    let isShown = true
    import('./PostToolbar.tsx').then(({ PostToolbar }) => { if (isShown) setLoaded(() => PostToolbar) })
      .catch((error: unknown) => console.warn('Loading the moderation tools failed', error))
    return () => { isShown = false }
  }, [])
  return <div className="post__tools needs-js">{Loaded && <Loaded post={post} />}</div>
}
