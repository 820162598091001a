import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import { useLocation } from 'react-router-dom'
import Send from 'lucide/dist/esm/icons/send.mjs'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { MentionTextArea } from '#site/features/mentions/MentionTextArea.tsx'
import { useCommentForm } from './useCommentForm.ts'

type ChatFormProps = { post: Post; onPosted: (comment: Comment) => Promise<void> }

/** The field grows with its text; Enter sends. */
export function ChatForm({ post, onPosted }: ChatFormProps) {
  const texts = useTexts('comments')
  const signInFirst = useSignInFirst()
  const area = useRef<HTMLTextAreaElement>(null)
  const { pathname } = useLocation()
  const name = `comment:${post.id}:0`
  const { values, change, issues, failure, isBusy, submit } = useCommentForm({ post, parent: null, onPosted, name })
  const early = useEarlyForm(change, 'comments.create')
  usePendingAction(name, () => area.current?.focus())

  function send(event: FormEvent): void {
    if (signInFirst(texts.signIn, { name, value: true })) void submit(event)
    else event.preventDefault()
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  const { content: problem, ...others } = issues
  return (
    <form className="chat-form" noValidate onSubmit={send} {...early}>
      <FormFields fields={{ post_id: post.id }} next={pathname} />
      <FormFailure text={failure ?? Object.values(others)[0]} />
      <div className="chat-form__line">
        <Field label={texts.add} hideLabel error={problem} counter={nearLimit(values.content, LIMITS.comment)}>
          <MentionTextArea
            ref={area}
            name="content"
            value={values.content}
            onValue={(content) => change({ content })}
            grow
            rows={1}
            placeholder={texts.add}
            onKeyDown={press}
          />
        </Field>
        <Button type="submit" variant="primary" title={texts.send} icon={<Icon of={Send} size={18} />} busy={isBusy}>
          <span className="visually-hidden">{texts.send}</span>
        </Button>
      </div>
    </form>
  )
}
