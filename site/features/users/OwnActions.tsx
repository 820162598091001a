import { useState } from 'react'
import { Link } from 'react-router-dom'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import { editComment } from '#shared/api/comments.ts'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'

/** Posts are edited on their own page, because lists do not have the whole text. */
export function OwnPostActions({ post }: { post: Post }) {
  const { api, t } = useSite()
  const confirmDeletion = useConfirmDeletion()

  async function remove(): Promise<void> {
    if (!(await confirmDeletion('post'))) return
    try {
      await api.posts.remove({ post_id: post.id })
      changePost(post.id, { is_removed: true })
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, t.postPage.removeFailed)
    }
  }

  return (
    <>
      <Link className="action" to={paths.post(post.id)} state={{ edit: true }}>
        <Icon of={Pencil} size={18} />
        {t.postPage.edit}
      </Link>
      <ActionLink className="action" href={paths.formOf.remove(post.id, 'post')} onPress={remove}>
        <Icon of={Trash2} size={18} />
        {t.postPage.remove}
      </ActionLink>
    </>
  )
}

/** `onChange` gets the edited comment, or null if it was deleted. */
export function OwnCommentActions({
  comment,
  onChange,
}: {
  comment: Comment
  onChange: (next: Comment | null) => void
}) {
  const texts = useTexts('comments')
  const { api } = useSite()
  const [isEditing, setEditing] = useState(false)
  const confirmDeletion = useConfirmDeletion()

  async function remove(): Promise<void> {
    if (!(await confirmDeletion('comment'))) return
    try {
      await api.comments.remove({ comment_id: comment.id })
      onChange(null)
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, texts.deleteFailed)
    }
  }

  if (isEditing) {
    return (
      <EditForm
        comment={comment}
        onDone={(next) => {
          setEditing(false)
          if (next) onChange({ ...next, post: comment.post })
        }}
      />
    )
  }
  return (
    <>
      <ActionLink
        className="action"
        href={paths.formOf.edit(comment.post_id, comment.id)}
        onPress={() => setEditing(true)}>
        <Icon of={Pencil} size={18} />
        {texts.edit}
      </ActionLink>
      <ActionLink className="action" href={paths.formOf.remove(comment.post_id, comment.id)} onPress={remove}>
        <Icon of={Trash2} size={18} />
        {texts.remove}
      </ActionLink>
    </>
  )
}

function EditForm({ comment, onDone }: { comment: Comment; onDone: (next: Comment | null) => void }) {
  const texts = useTexts('comments')
  const { api, t } = useSite()
  const { values, change, issues, failure, isBusy, submit, reset } = useForm({
    draft: `comment-edit:${comment.id}`,
    initial: { comment_id: comment.id, content: comment.content },
    schema: editComment,
    fallback: texts.editFailed,
    send: async (form) => onDone(await api.comments.edit(form)),
  })
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <FormFailure text={failure} />
      <Field
        label={texts.edited}
        hideLabel
        error={issues.content}
        counter={{ value: values.content.length, max: LIMITS.comment }}>
        <TextArea
          name="content"
          grow
          rows={3}
          value={values.content}
          maxLength={LIMITS.comment}
          autoFocus
          onChange={(event) => change({ content: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button
          variant="quiet"
          onClick={() => {
            reset()
            onDone(null)
          }}>
          {t.app.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
