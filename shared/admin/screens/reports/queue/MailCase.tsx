import { useState, type FormEvent } from 'react'
import type { ModmailMessage, ModmailThread } from '#shared/api/modmail.ts'
import type { QueueItem } from '#shared/api/queue.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { AnswerFields } from '../../../modmail/AnswerFields.tsx'
import { Messages } from '../../../modmail/Messages.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { LoadFailure } from '../../../kit/LoadFailure.tsx'
import { Timestamp } from '../../../kit/Timestamp.tsx'
import { useIdempotencyKey } from '../../../kit/useIdempotencyKey.ts'
import { useLoaded } from '../../../kit/useLoaded.ts'
import { Key } from './Key.tsx'
import type { Queue } from './useQueue.ts'

type Loaded = { thread: ModmailThread; messages: ModmailMessage[] }

export function MailCase({ item, queue, threadId }: { item: QueueItem; queue: Queue; threadId: number }) {
  const { api, me } = useAdmin()
  const texts = useTexts('modmail')
  const loaded = useLoaded<Loaded>(String(threadId), (signal) => api.modmail.get({ thread_id: threadId }, { signal }))
  const draft = queue.drafts.of(item.id)
  const [isBusy, setBusy] = useState(false)
  const { keyOf, renew } = useIdempotencyKey()
  const answer = { text: draft.text, is_note: draft.isNote ?? false, show_name: draft.showName ?? false }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || answer.text.trim() === '') return
    setBusy(true)
    await queue.actOnMail(item, async () => {
      const sent = { ...answer, show_name: answer.show_name && !answer.is_note, thread_id: threadId }
      const { message } = await api.modmail.send(sent, { idempotencyKey: keyOf(sent) })
      renew()
      if (!answer.is_note) return { text: texts.answered, isDone: true }
      queue.drafts.change(item.id, { text: '', isNote: false })
      loaded.change((now) => ({ ...now, messages: [...now.messages, message] }))
      return { text: texts.noteSaved, isDone: false }
    })
    setBusy(false)
  }

  if (loaded.data === null) return loaded.failure === null ? <Skeleton kind="block" /> : <LoadFailure loaded={loaded} />
  const { thread, messages } = loaded.data
  return (
    <div className="queue__content">
      <Messages thread={thread} messages={messages} texts={texts} timeOf={(at) => <Timestamp at={at} />} />
      {item.status === 'open' && !queue.isTaken(item) && item.refusal === null && (
        <form className="queue__form" onSubmit={(event) => void submit(event)}>
          <AnswerFields
            answer={answer}
            isStaff
            hasName={me.username !== null}
            texts={texts}
            onChange={({ text, is_note, show_name }) =>
              queue.drafts.change(item.id, {
                ...(text !== undefined && { text }),
                ...(is_note !== undefined && { isNote: is_note }),
                ...(show_name !== undefined && { showName: show_name }),
              })
            }
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.closest('li')?.querySelector('button')?.focus()
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
          <div className="queue__decide">
            <Button type="submit" variant="primary" busy={isBusy} aria-keyshortcuts="r">
              {answer.is_note ? texts.sendNote : texts.sendAnswer}
              <Key of="r" />
            </Button>
            <Button aria-keyshortcuts="a" onClick={() => void queue.archiveMail(item)}>
              {texts.archive}
              <Key of="a" />
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
