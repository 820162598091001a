import { useNavigate } from 'react-router-dom'
import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'

/** Deletes a post after confirmation, then opens its community. */
export function usePostRemoval({
  id,
  author,
  category,
}: Pick<Post, 'id' | 'author' | 'category'>): () => Promise<void> {
  const { api, t, viewer } = useSite()
  const texts = t.postPage
  const navigate = useNavigate()
  const confirmDeletion = useConfirmDeletion()
  return async () => {
    if (!(await confirmDeletion('post', viewer?.id !== author?.id))) return
    try {
      await api.posts.remove({ post_id: id })
      changePost(id, { is_removed: true })
      showToast({ kind: 'success', text: texts.removed })
      await navigate(paths.category(category.name), { replace: true })
    } catch (error) {
      showFailure(error, texts.removeFailed)
    }
  }
}
