import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { isSendKey, nearLimit } from '#site/core/text-input.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { Composer } from '#site/features/composer/Composer.tsx'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { MediumPicker, ModeSwitch } from '#site/features/posts/writing-modes.tsx'
import { useCommentForm } from './useCommentForm.ts'

/** The form stays busy until `onPosted` resolves. */
export function CommentForm({
  post,
  parent = null,
  onPosted,
  onCancel,
}: {
  post: Post
  parent?: Comment | null
  onPosted: (comment: Comment) => Promise<void>
  onCancel?: () => void
}) {
  const texts = useTexts('comments')
  const signInFirst = useSignInFirst()
  const area = useRef<HTMLTextAreaElement>(null)
  const name = `comment:${post.id}:${parent?.id ?? 0}`
  const { values, change, issues, failure, isBusy, submit, writing } = useCommentForm({
    post,
    parent,
    onPosted,
    onQueued: onCancel,
    name,
  })
  const early = useEarlyForm(change, 'comments.create')
  usePendingAction(name, () => area.current?.focus())

  function send(event: FormEvent): void {
    if (signInFirst(parent ? texts.signInToReply : texts.signIn, { name, value: true })) void submit(event)
    else event.preventDefault()
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
    else if (event.key === 'Escape' && onCancel && values.content === '') onCancel()
  }

  const { content: problem, ...others } = issues
  const refused = failure ?? Object.values(others)[0]
  const label = parent ? texts.yourReply : texts.add
  return (
    <form className="comment-form" noValidate encType="multipart/form-data" onSubmit={send} {...early}>
      <FormFields fields={{ post_id: post.id, ...(parent && { parent_id: parent.id }) }} />
      <DefaultButton>{parent ? texts.sendReply : texts.send}</DefaultButton>
      <FormFailure text={refused} />
      <Field label={label} hideLabel error={problem} counter={nearLimit(values.content, LIMITS.comment)}>
        <Composer
          ref={area}
          name="content"
          value={values.content}
          onValue={(content) => change({ content })}
          onImages={writing.attach}
          grow
          rows={3}
          placeholder={label}
          autoFocus={parent !== null}
          onKeyDown={press}
        />
      </Field>
      <MediumPicker
        mode={writing.mode}
        medium={values}
        given={writing.given}
        issues={issues}
        onMedium={writing.take}
        onState={writing.setUpload}
      />
      <div className="comment-form__foot">
        <ModeSwitch label={texts.modes} mode={writing.mode} onMode={writing.choose} />
        <div className="comment-form__actions btn-row">
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
            {parent ? texts.sendReply : texts.send}
          </Button>
        </div>
      </div>
    </form>
  )
}
