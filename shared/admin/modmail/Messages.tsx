import type { ReactNode } from 'react'
import type { ModmailMessage, ModmailThread } from '#shared/api/modmail.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { ModmailTexts } from '#shared/i18n/pl/modmail.ts'

type MessagesProps = {
  thread: ModmailThread
  messages: readonly ModmailMessage[]
  texts: ModmailTexts
  timeOf: (at: string) => ReactNode
}

/** If the reader is a member, the server has already left out the notes and names of staff. */
export function Messages({ thread, messages, texts, timeOf }: MessagesProps) {
  return (
    <ol className="mail-list" aria-label={texts.thread}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={classNames(
            'mail',
            message.is_note && 'mail--note',
            message.is_staff && !message.is_note && 'mail--staff',
          )}>
          <p className="mail__head">
            {message.is_note && <span className="tag">{texts.note}</span>}
            <strong>{whoOf(thread, message, texts)}</strong>
            {message.is_staff && !message.is_note && message.author !== null && !thread.is_own && (
              <span className="mail__as">{message.shows_name ? texts.signed : texts.asTeam}</span>
            )}
            {timeOf(message.created_at)}
          </p>
          <div className="prose" dangerouslySetInnerHTML={{ __html: message.text_html }} />
        </li>
      ))}
    </ol>
  )
}

function whoOf({ category }: ModmailThread, { author, is_staff }: ModmailMessage, texts: ModmailTexts): string {
  if (author !== null) return author.username
  return is_staff ? texts.with(category?.name ?? null) : texts.deleted
}
