import type { Comment } from '#shared/api/shapes.ts'
import { useText } from '#site/app/site-context.tsx'
import { imageFailed, useFailed, videoFailed } from '#site/features/posts/PostMedia.tsx'

/** The picture or video of a comment; hidden with its space where it fails. */
export function CommentMedia({ comment }: { comment: Comment }) {
  const { comments: t } = useText()
  const image = useFailed<HTMLImageElement>(imageFailed)
  const video = useFailed<HTMLVideoElement>(videoFailed)
  const author = comment.author ?? t.gone
  return (
    <>
      {comment.image_url !== null && !image.failed && (
        <div className="media">
          <img ref={image.ref} src={comment.image_url} alt={t.imageBy(author)} loading="lazy" decoding="async" onError={image.fail} />
        </div>
      )}
      {comment.video_url !== null && !video.failed && (
        <div className="media">
          <video ref={video.ref} src={comment.video_url} controls playsInline preload="metadata" aria-label={t.videoBy(author)} onError={video.fail} />
        </div>
      )}
    </>
  )
}
