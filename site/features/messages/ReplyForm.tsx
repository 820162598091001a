import type { FormEvent } from 'react'
import Send from 'lucide-react/icons/send'
import * as v from 'valibot'
import { sendMessage } from '#shared/api/messages.ts'
import type { Message, UserCard } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { Field } from '#shared/ui/Field.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useEarlyForm } from '#site/app/early-form.ts'
import { nearLimit } from '#site/app/near-limit.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'
import { useForm } from '#site/app/use-form.ts'
import { isSendKey } from '#site/features/comments/send-key.ts'
import { useImage } from './useImage.tsx'
import { useLeave } from './useLeave.ts'

type Reply = { content: string, image_url: string | null }

/** The way to answer in a conversation: text, a picture, or both. What is typed stays until it was sent. */
export function ReplyForm({ other, onSent }: { other: UserCard, onSent: (message: Message) => void }) {
  const { api, t } = useSite()
  const texts = t.messages
  const signInFirst = useSignInFirst()
  const leave = useLeave()

  /** A picture alone has a word for it as its text. */
  const toMessage = ({ content, image_url }: Reply): v.InferInput<typeof sendMessage> => ({
    recipient_id: other.id,
    content: content.trim() === '' && image_url !== null ? texts.photo : content,
    image_url,
  })
  const { values, change, issues, failure, setFailure, isBusy, submit } = useForm<Reply>({
    draft: `message:${other.id}`,
    initial: { content: '', image_url: null },
    schema: v.pipe(v.custom<Reply>(() => true), v.transform(toMessage), sendMessage),
    fallback: texts.failed,
    send: async (reply, idempotencyKey) => {
      try {
        onSent(await api.messages.send(toMessage(reply), { idempotencyKey }))
      } catch (error) {
        leave(error)
        throw error
      }
    },
  })
  const early = useEarlyForm<Reply>(change)
  const image = useImage(values.image_url, (image_url) => change({ image_url }))

  function send(event: FormEvent): void {
    if (!image.isSending && signInFirst(texts.signIn)) return void submit(event)
    event.preventDefault()
    if (image.isSending) setFailure(t.media.wait)
  }

  const told = failure ?? issues.image_url ?? issues.recipient_id ?? null
  return (
    <form className="thread-form needs-js" noValidate onSubmit={send} {...early}>
      {told !== null && <Notice kind="danger" role="alert">{told}</Notice>}
      {image.state}
      <div className="thread-form__line">
        {image.button}
        <Field label={texts.text} hideLabel error={issues.content} counter={nearLimit(values.content, LIMITS.message)}>
          <TextArea
            name="content" value={values.content} grow rows={1} placeholder={texts.text}
            onChange={(event) => change({ content: event.target.value })}
            onPaste={image.paste}
            onKeyDown={(event) => { if (isSendKey(event)) event.currentTarget.form?.requestSubmit() }}
          />
        </Field>
        <IconButton type="submit" label={texts.send} icon={<Send size={20} aria-hidden />} aria-disabled={isBusy || undefined} aria-busy={isBusy || undefined} />
      </div>
    </form>
  )
}
