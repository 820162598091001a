import { createComment } from '#shared/api/comments.ts'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { NO_MEDIUM, useWritingMode } from '#site/features/posts/writing-modes.tsx'

type CommentDraft = {
  post: Post
  parent: Comment | null
  /** Name of the draft. */
  name: string
  onPosted: (comment: Comment) => Promise<void>
  onQueued?: () => void
}

export function useCommentForm({ post, parent, name, onPosted, onQueued }: CommentDraft) {
  const { api, t } = useSite()
  const texts = useTexts('comments')
  const form = useForm({
    draft: name,
    call: 'comments.create',
    ids: ['post_id', 'parent_id'],
    initial: { post_id: post.id, parent_id: parent?.id ?? null, content: '', ...NO_MEDIUM },
    schema: createComment,
    rules: () => (writing.isUploading ? { image_url: t.uploads.wait } : ({} as Record<string, string>)),
    confirm: () => writing.confirmWithoutMedium(),
    fallback: parent ? texts.replyFailed : texts.failed,
    send: async (comment, idempotencyKey) => {
      await onPosted(await api.comments.create(comment, { idempotencyKey }))
      writing.startOver()
    },
    onQueued: () => {
      writing.startOver()
      onQueued?.()
    },
  })
  const writing = useWritingMode(form.values, form.change)
  return { ...form, writing }
}
