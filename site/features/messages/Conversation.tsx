import { useRef } from 'react'
import { Link } from 'react-router-dom'
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import type { Message, UserCard } from '#shared/api/shapes.ts'
import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useReport } from '../reports/useReport.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { ThreadView } from './ThreadView.tsx'
import { useConversation } from './useConversation.ts'

type ConversationProps = {
  other: UserCard
  first: Message[]
  /** Id of the last event whose change is already contained in `first`. */
  since: string | null
  isBlocked: boolean
  /** Whether the other person accepts no new conversation with the reader. */
  isClosed: boolean
}

export function Conversation({ other, first, since, isBlocked, isClosed }: ConversationProps) {
  const { site } = useSite()
  const texts = useTexts('messages')
  const scroller = useRef<HTMLDivElement>(null)
  const { thread, isLoadingOlder, loadOlder, addSent } = useConversation(other, first, since)

  const { report, dialog } = useReport()
  const isShut = isClosed && thread.messages.length === 0

  function sent(message: Message): void {
    addSent(message)
    scroller.current?.scrollTo({ top: 0 })
  }

  return (
    <div className="sheet conversation">
      <header className="conversation__head">
        <Link className="icon-btn" to={paths.messages()} title={texts.back}>
          <Icon of={ArrowLeft} size={22} />
          <span className="visually-hidden">{texts.back}</span>
        </Link>
        <Avatar name={other.username} size="m" src={avatarOf(other.avatar_url, 128)} />
        <div className="conversation__who">
          <h1 className="conversation__name">
            <Link to={paths.user(other.username)}>{other.username}</Link>
          </h1>
          <p className="conversation__karma num">{texts.karma(other.karma)}</p>
        </div>
      </header>
      <p className="conversation__note">{texts.vanishing(site.message_ttl, LIFETIME.unreadMessage)}</p>
      <ThreadView
        thread={thread}
        otherId={other.id}
        scroller={scroller}
        isLoadingOlder={isLoadingOlder}
        onOlder={() => void loadOlder()}
        onReport={(message_id) => report({ message_id })}
      />
      <QueuedHere kind="conversation" id={other.id} />
      {dialog}
      {isBlocked || isShut ? (
        <div className="conversation__shut">
          {isBlocked ? (
            <Notice
              actions={
                <Link className={buttonClass('secondary', 'small')} to={paths.user(other.username)}>
                  {texts.toProfile}
                </Link>
              }>
              {texts.blockedByYou(other.username)}
            </Notice>
          ) : (
            <Notice>{texts.closed(other.username)}</Notice>
          )}
        </div>
      ) : (
        <ReplyForm other={other} onSent={sent} />
      )}
    </div>
  )
}
