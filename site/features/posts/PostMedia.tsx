import type { ReactNode } from 'react'
import Radio from 'lucide/dist/esm/icons/radio.mjs'
import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useText } from '#site/core/site-context.tsx'
import { Gallery } from '#site/features/uploads/Gallery.tsx'
import { Picture } from '#site/features/uploads/Picture.tsx'
import { DescribedVideo } from '#site/features/uploads/Video.tsx'

/** In lists the picture links to the post, and animations start on a click. */
export function PostImage({ post, inList, isLazy = inList }: { post: Post; inList: boolean; isLazy?: boolean }) {
  const { posts: t } = useText()
  const { image_url, image_width: width, image_height: height, image_placeholder: placeholder, images } = post
  if (image_url === null) return null
  if (images.length > 1)
    return <Gallery images={images} label={t.imageOf(post.title)} plays={!inList} isLazy={isLazy} />
  return (
    <Picture
      url={image_url}
      alt={inList ? '' : images[0]?.alt || t.imageOf(post.title)}
      placeholder={placeholder}
      plays={!inList}
      isLazy={isLazy}
      size={width !== null && height !== null ? { width, height } : null}
      wrap={
        inList
          ? (image) => (
              <a className="media" href={paths.post(post.id)} tabIndex={-1} aria-hidden>
                {image}
              </a>
            )
          : undefined
      }
    />
  )
}

export function PostLink({ post: { link_url, link_domain } }: { post: Post }) {
  const { posts: t } = useText()
  if (link_url === null) return null
  return (
    <a className="link-out" href={link_url} rel="nofollow ugc noopener" aria-label={t.link(link_domain!)}>
      {link_domain}
    </a>
  )
}

/** `children` follow the captions of the video. */
export function PostVideo({ post, children }: { post: Post; children?: ReactNode }) {
  const { posts: t } = useText()
  if (post.video_url === null) return null
  return (
    <DescribedVideo
      url={post.video_url}
      poster={post.video_poster_url}
      label={t.videoOf(post.title)}
      texts={post}
      transcript={paths.transcript(post.id)}>
      {children}
    </DescribedVideo>
  )
}

export function PostStream({ post: { stream } }: { post: Post }) {
  const t = useText()
  if (!stream) return null
  return (
    <p className="post-stream">
      <a className={stream.is_live ? 'tag tag--danger' : 'tag'} href={paths.stream(stream.id)}>
        <Icon of={Radio} size={16} /> {stream.is_live ? t.posts.stream.live : t.posts.stream.ended}
      </a>
    </p>
  )
}
