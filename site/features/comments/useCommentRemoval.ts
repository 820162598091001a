import type { Comment, Post } from '#shared/api/shapes.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'
import { focusComment } from './focus-comment.ts'
import { withRemoved, type Thread } from './thread.ts'

export function useCommentRemoval(post: Post, update: (change: (thread: Thread) => Thread) => void): (comment: Comment) => Promise<void> {
  const { api, t } = useSite()
  const confirmDeletion = useConfirmDeletion()
  return async ({ id }) => {
    if (!await confirmDeletion('comment')) return
    try {
      await api.comments.remove({ comment_id: id })
      update((now) => withRemoved(now, id))
      changePost(post.id, { comment_count: Math.max(0, post.comment_count - 1) })
      showToast({ kind: 'success', text: t.comments.removed })
      requestAnimationFrame(() => { if (!focusComment(id, false)) document.getElementById('comments-title')?.focus() })
    } catch (error) {
      showFailure(error, t.comments.deleteFailed)
    }
  }
}
