import type { Comment } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { useThreadContext } from './thread-context.ts'

function repliesPath(postId: number, commentId: number): string {
  return `${paths.post(postId)}?thread=${commentId}#comments`
}

export function MoreReplies({ parent, left }: { parent: Comment; left: number }) {
  const t = useTexts('comments')
  const { post, isLoading, loadReplies } = useThreadContext()
  return (
    <li className="comment__more">
      <a
        className="action"
        href={repliesPath(post.id, parent.id)}
        rel="nofollow"
        aria-disabled={isLoading(parent.id) || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          loadReplies(parent.id)
        }}>
        {t.moreReplies(left)}
      </a>
    </li>
  )
}
