import type { Comment } from '#shared/api/shapes.ts'
import { useText } from '#site/app/site-context.tsx'
import { Picture } from '#site/features/media/Picture.tsx'
import { Video } from '#site/features/media/Video.tsx'

/** The picture or video of a comment; one that moves waits to be pressed. */
export function CommentMedia({ comment }: { comment: Comment }) {
  const { comments: t } = useText()
  const author = comment.author ?? t.gone
  return (
    <>
      {comment.image_url !== null && <Picture url={comment.image_url} alt={t.imageBy(author)} plays={false} isLazy />}
      {comment.video_url !== null && <Video url={comment.video_url} label={t.videoBy(author)} />}
    </>
  )
}
