import { editComment } from '#shared/api/comments.ts'
import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { isSendKey, nearLimit } from '#site/core/text-input.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { VideoTextFields } from '#site/features/uploads/VideoTextFields.tsx'
import { Composer } from '#site/features/composer/Composer.tsx'

export function CommentEdit({
  comment,
  next,
  onEdited,
  onCancel,
}: {
  comment: Comment
  /** Path to open after saving without JavaScript. */
  next?: string
  onEdited: (comment: Comment) => void
  onCancel?: () => void
}) {
  const { api } = useSite()
  const texts = useTexts('comments')
  const { captions_url, captions_lang, video_alt } = comment
  const videoTexts = { captions_url, captions_lang, video_alt }
  const { values, change, issues, failure, isBusy, submit, reset } = useForm({
    draft: `edit-comment:${comment.id}`,
    call: 'comments.edit',
    ids: ['comment_id'],
    initial: { comment_id: comment.id, content: comment.content, ...(comment.video_url !== null && videoTexts) },
    schema: editComment,
    fallback: texts.editFailed,
    send: async (edited) => onEdited(await api.comments.edit(edited, { base: comment.content })),
    onQueued: onCancel,
  })

  function cancel(): void {
    reset()
    onCancel?.()
  }

  const early = useEarlyForm(change, 'comments.edit')
  return (
    <form
      className="comment-form"
      noValidate
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
      {...early}>
      <FormFields fields={{ comment_id: comment.id }} next={next} />
      <DefaultButton>{texts.save}</DefaultButton>
      <FormFailure text={failure} />
      <Field label={texts.edited} hideLabel error={issues.content} counter={nearLimit(values.content, LIMITS.comment)}>
        <Composer
          name="content"
          value={values.content}
          onValue={(content) => change({ content })}
          grow
          rows={3}
          autoFocus
          onKeyDown={(event) => {
            if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
            else if (event.key === 'Escape' && values.content === comment.content) cancel()
          }}
        />
      </Field>
      {comment.video_url !== null && (
        <VideoTextFields texts={{ ...videoTexts, ...values }} onTexts={change} issues={issues} />
      )}
      <div className="comment-form__foot">
        <div className="comment-form__actions btn-row">
          {onCancel && (
            <Button variant="quiet" onClick={cancel}>
              {texts.cancel}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
            {texts.save}
          </Button>
        </div>
      </div>
    </form>
  )
}
