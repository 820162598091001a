import { useEffect, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { CallError } from '#shared/api/errors.ts'
import type { SiteApi } from '#shared/api/public.ts'
import { sendMessage } from '#shared/api/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { isSendKey, nearLimit } from '#site/core/text-input.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { usernameOf } from './text.ts'
import { RecipientField } from './RecipientField.tsx'
import { useLeave } from './useLeave.ts'

const newMessage = v.object({ recipient: v.string(), content: sendMessage.entries.content })
type NewMessage = v.InferOutput<typeof newMessage>

const isBlank = (text: string) => text.trim() === ''

type Refusals = { closed: (username: string) => string; unknownUser: string }

/** With `peek` the request does not mark the conversation as read. */
async function findRecipient(api: SiteApi, username: string, texts: Refusals) {
  try {
    const { other_user, messages_closed } = await api.messages.conversation({ username, limit: 1, peek: true })
    if (messages_closed)
      throw new CallError(422, { code: 'invalid', issues: { recipient: texts.closed(other_user.username) } })
    return other_user
  } catch (error) {
    if (
      !(error instanceof CallError) ||
      (error.status !== 404 && error.status !== 422) ||
      error.issues.recipient !== undefined
    )
      throw error
    throw new CallError(422, { code: 'invalid', issues: { recipient: texts.unknownUser } })
  }
}

export function NewMessageForm({ to }: { to: string | null }) {
  const issuesTexts = useTexts('issues')
  const { api } = useSite()
  const texts = useTexts('messages')
  const navigate = useNavigate()
  const leave = useLeave()
  const signInFirst = useSignInFirst()
  const { values, change, issues, failure, isBusy, submit } = useForm<NewMessage>({
    draft: 'message',
    initial: { recipient: to ?? '', content: '' },
    schema: newMessage,
    rules: ({ recipient, content }) => ({
      ...(usernameOf(recipient) === '' && { recipient: issuesTexts.required }),
      ...(isBlank(content) && { content: issuesTexts.required }),
    }),
    fallback: texts.failed,
    send: async ({ recipient, content }, idempotencyKey) => {
      try {
        const other = await findRecipient(api, usernameOf(recipient), texts)
        await api.messages.send({ recipient_id: other.id, content, image_url: null }, { idempotencyKey })
        await navigate(paths.conversation(other.username))
      } catch (error) {
        leave(error)
        throw error
      }
    },
  })
  const early = useEarlyForm<NewMessage>(change)

  useEffect(() => {
    // The recipient in the URL takes precedence over the recipient of a draft.
    if (to !== null) change({ recipient: to })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [to])

  function send(event: FormEvent): void {
    if (signInFirst(texts.signIn)) void submit(event)
    else event.preventDefault()
  }

  const isIncomplete = Object.values(issues).includes(issuesTexts.required)
  const problem = isIncomplete ? texts.fillAll : failure
  return (
    <form className="form needs-js" noValidate onSubmit={send} {...early}>
      <FormFailure text={problem} />
      <RecipientField
        value={values.recipient}
        onValue={(recipient) => change({ recipient })}
        error={issues.recipient}
      />
      <Field label={texts.text} error={issues.content} counter={nearLimit(values.content, LIMITS.message)}>
        <TextArea
          name="content"
          value={values.content}
          grow
          rows={3}
          required
          onChange={(event) => change({ content: event.target.value })}
          onKeyDown={(event) => {
            if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
          }}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
