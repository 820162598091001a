import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Comment } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { useText } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'

export function ProfileComment({ comment, children }: { comment: Comment; children?: ReactNode }) {
  const texts = useTexts('users')
  const t = useText()
  return (
    <article className="profile-comment" id={`comment-${comment.id}`}>
      <div className="meta">
        {comment.post && (
          <span>
            {texts.inThread} <Link to={paths.post(comment.post.id, comment.id)}>{comment.post.title}</Link>
          </span>
        )}
        <TimeAgo className="meta__dot" at={comment.created_at} />
        {comment.edited_at !== null && <span className="meta__dot">{t.posts.edited}</span>}
      </div>
      <div
        className="prose"
        lang={comment.lang ?? undefined}
        dangerouslySetInnerHTML={{ __html: comment.content_html }}
      />
      <div className="profile-comment__foot">{children}</div>
    </article>
  )
}
