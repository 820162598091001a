import type { Comment, Post } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { moveFocus } from '#site/core/move-focus.ts'
import { addToCommentCount } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'
import { articleOf } from './focus-comment.ts'
import { withRemoved, type Thread } from './thread.ts'

/** `isShown` returns false if an event has already removed the comment and updated the number of comments. */
export function useCommentRemoval(
  post: Post,
  update: (change: (thread: Thread) => Thread) => void,
  isShown: (id: number) => boolean,
): (comment: Comment) => Promise<void> {
  const texts = useTexts('comments')
  const { api, viewer } = useSite()
  const confirmDeletion = useConfirmDeletion()
  return async ({ id, author_id }) => {
    if (!(await confirmDeletion('comment', viewer?.id !== author_id))) return
    try {
      await api.comments.remove({ comment_id: id })
      if (isShown(id)) addToCommentCount(post, -1)
      moveFocus(
        () => update((now) => withRemoved(now, id)),
        () => articleOf(id) ?? document.getElementById('comments-title'),
      )
      showToast({ kind: 'success', text: texts.removed })
    } catch (error) {
      showFailure(error, texts.deleteFailed)
    }
  }
}
