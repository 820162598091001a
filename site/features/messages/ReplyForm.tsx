import type { FormEvent } from 'react'
import Send from 'lucide/dist/esm/icons/send.mjs'
import * as v from 'valibot'
import { sendMessage } from '#shared/api/messages.ts'
import type { Message, UserCard } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { isSendKey, nearLimit } from '#site/core/text-input.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { useImage } from './useImage.tsx'
import { useLeave } from './useLeave.ts'

type Reply = { recipient_id: number; content: string; image_url: string | null }

export function ReplyForm({ other, onSent }: { other: UserCard; onSent: (message: Message) => void }) {
  const { api, t } = useSite()
  const texts = useTexts('messages')
  const signInFirst = useSignInFirst()
  const leave = useLeave()

  /** The API contract requires content, so a picture without text is sent with a word for 'photo'. */
  const toMessage = ({ content, image_url }: Reply): v.InferInput<typeof sendMessage> => ({
    recipient_id: other.id,
    content: content.trim() === '' && image_url !== null ? texts.photo : content,
    image_url,
  })
  const { values, change, issues, failure, setFailure, isBusy, submit } = useForm<Reply>({
    draft: `message:${other.id}`,
    call: 'messages.send',
    ids: ['recipient_id'],
    initial: { recipient_id: other.id, content: '', image_url: null },
    schema: v.pipe(
      v.custom<Reply>(() => true),
      v.transform(toMessage),
      sendMessage,
    ),
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
  const early = useEarlyForm<Reply>(change, 'messages.send')
  const image = useImage(values.image_url, (image_url) => change({ image_url }))

  function send(event: FormEvent): void {
    if (!image.isSending && signInFirst(texts.signIn)) return void submit(event)
    event.preventDefault()
    if (image.isSending) setFailure(t.uploads.wait)
  }

  const problem = failure ?? issues.image_url ?? issues.recipient_id ?? null
  return (
    <form className="thread-form" noValidate onSubmit={send} {...early} encType="multipart/form-data">
      <FormFields fields={{ recipient_id: other.id }} />
      <DefaultButton>{texts.send}</DefaultButton>
      <FormFailure text={problem} />
      {image.state}
      <div className="thread-form__line">
        {image.button}
        <Field label={texts.text} hideLabel error={issues.content} counter={nearLimit(values.content, LIMITS.message)}>
          <TextArea
            name="content"
            value={values.content}
            grow
            rows={1}
            placeholder={texts.text}
            onChange={(event) => change({ content: event.target.value })}
            onPaste={image.paste}
            onKeyDown={(event) => {
              if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
            }}
          />
        </Field>
        <IconButton
          type="submit"
          label={texts.send}
          icon={<Icon of={Send} size={20} />}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
        />
      </div>
    </form>
  )
}
