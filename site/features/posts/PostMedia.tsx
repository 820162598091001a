import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useText } from '#site/app/site-context.tsx'

/** Whether a medium failed; one may fail before hydration, when nobody listened. */
export function useFailed<E extends HTMLImageElement | HTMLVideoElement>(hasFailed: (element: E) => boolean) {
  const ref = useRef<E>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (ref.current && hasFailed(ref.current)) setFailed(true)
  }, [hasFailed])
  return { ref, failed, fail: () => setFailed(true) }
}

export const imageFailed = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0
export const videoFailed = (video: HTMLVideoElement) => video.error !== null || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE

/** The picture of a post; hidden with its space where it fails. In lists it leads to the post. */
export function PostImage({ post, inList }: { post: Post, inList: boolean }) {
  const t = useText()
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (post.image_url === null || failed) return null
  const image = (
    <img
      ref={ref} src={post.image_url} alt={inList ? '' : t.posts.imageOf(post.title)} loading={inList ? 'lazy' : 'eager'} decoding="async"
      width={post.image_width ?? undefined} height={post.image_height ?? undefined} onError={fail}
      style={post.image_placeholder ? { backgroundImage: `url("${post.image_placeholder}")`, backgroundSize: 'cover' } : undefined}
    />
  )
  if (!inList) return <div className="media">{image}</div>
  return <Link className="media" to={paths.post(post.id)} tabIndex={-1} aria-hidden>{image}</Link>
}

/** The video of a post; hidden with its space where it fails. */
export function PostVideo({ post }: { post: Post }) {
  const t = useText()
  const { ref, failed, fail } = useFailed<HTMLVideoElement>(videoFailed)
  if (post.video_url === null || failed) return null
  return (
    <div className="media">
      <video
        ref={ref} src={post.video_url} poster={post.video_poster_url ?? undefined} controls playsInline preload="metadata"
        aria-label={t.posts.videoOf(post.title)} onError={fail}
      />
    </div>
  )
}
