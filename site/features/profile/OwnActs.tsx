import { useState } from 'react'
import { Link } from 'react-router-dom'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { editComment } from '#shared/api/comments.ts'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { isToldAlready, showFailure } from '#site/app/call-failed.ts'
import { changePost } from '#site/app/posts-store.ts'
import { useSite } from '#site/app/site-context.tsx'
import { useForm } from '#site/app/use-form.ts'
import { useConfirmDeletion } from '#site/features/deletion/useConfirmDeletion.ts'

/** Edit and delete of an own post in a list; a post is edited on its page, where its whole text is. */
export function OwnPostActs({ post }: { post: Post }) {
  const { api, t } = useSite()
  const confirmDeletion = useConfirmDeletion()

  async function remove(): Promise<void> {
    if (!await confirmDeletion('post')) return
    try {
      await api.posts.remove({ post_id: post.id })
      changePost(post.id, { is_removed: true })
    } catch (error) {
      if (!isToldAlready(error)) showFailure(error, t.postPage.removeFailed)
    }
  }

  return (
    <>
      <Link className="action" to={paths.post(post.id)} state={{ edit: true }}><Pencil size={18} aria-hidden />{t.postPage.edit}</Link>
      <button type="button" className="action" onClick={() => void remove()}><Trash2 size={18} aria-hidden />{t.postPage.remove}</button>
    </>
  )
}

/** Edit and delete of an own comment in a list; `onChange` gets the edited comment, or null once it is deleted. */
export function OwnCommentActs({ comment, onChange }: { comment: Comment, onChange: (next: Comment | null) => void }) {
  const { api, t } = useSite()
  const [isEditing, setEditing] = useState(false)
  const confirmDeletion = useConfirmDeletion()

  async function remove(): Promise<void> {
    if (!await confirmDeletion('comment')) return
    try {
      await api.comments.remove({ comment_id: comment.id })
      onChange(null)
    } catch (error) {
      if (!isToldAlready(error)) showFailure(error, t.comments.deleteFailed)
    }
  }

  if (isEditing) {
    return <EditForm comment={comment} onDone={(next) => { setEditing(false); if (next) onChange({ ...next, post: comment.post }) }} />
  }
  return (
    <>
      <button type="button" className="action" onClick={() => setEditing(true)}><Pencil size={18} aria-hidden />{t.comments.edit}</button>
      <button type="button" className="action" onClick={() => void remove()}><Trash2 size={18} aria-hidden />{t.comments.remove}</button>
    </>
  )
}

function EditForm({ comment, onDone }: { comment: Comment, onDone: (next: Comment | null) => void }) {
  const { api, t } = useSite()
  const { values, change, issues, failure, isBusy, submit, reset } = useForm({
    draft: `comment-edit:${comment.id}`,
    initial: { comment_id: comment.id, content: comment.content },
    schema: editComment,
    fallback: t.comments.editFailed,
    send: async (form) => onDone(await api.comments.edit(form)),
  })
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      {failure !== null && <Notice kind="danger" role="alert">{failure}</Notice>}
      <Field label={t.comments.edited} hideLabel error={issues.content} counter={{ value: values.content.length, max: LIMITS.comment }}>
        <TextArea name="content" grow rows={3} value={values.content} maxLength={LIMITS.comment} autoFocus onChange={(event) => change({ content: event.target.value })} />
      </Field>
      <div className="form__acts">
        <Button variant="quiet" onClick={() => { reset(); onDone(null) }}>{t.app.cancel}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>{t.comments.save}</Button>
      </div>
    </form>
  )
}
