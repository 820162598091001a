import { useTexts } from '#shared/texts.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Form } from 'react-router-dom'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { announce } from '#site/core/announce.ts'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { daysOf } from './days.ts'
import { MessageBubble } from './MessageBubble.tsx'
import type { Thread } from './thread.ts'

const FAR = 300

function useAnnounced({ messages }: Thread, otherId: number): void {
  const texts = useTexts('messages')
  const last = messages.at(-1)
  const known = useRef(last?.id ?? 0)
  useEffect(() => {
    if (!last || last.id <= known.current) return
    known.current = last.id
    const from = last.recipient_id === otherId ? texts.you : texts.from(last.sender_username)
    announce(`${from} ${last.content || texts.imageFrom(last.sender_username)}`)
  }, [last, otherId, texts])
}

/** In reverse column order the list starts at its end, and older messages added at the top move nothing. */
export function ThreadView({
  thread,
  otherId,
  scroller,
  isLoadingOlder,
  onOlder,
  onReport,
}: {
  thread: Thread
  otherId: number
  scroller: RefObject<HTMLDivElement | null>
  isLoadingOlder: boolean
  onOlder: () => void
  onReport: (messageId: number) => void
}) {
  const { lang, site } = useSite()
  const texts = useTexts('messages')
  const { now, isLocal } = useClock()
  const [isFar, setFar] = useState(false)
  useAnnounced(thread, otherId)
  const timeZone = isLocal ? undefined : site.time_zone

  return (
    <div className="thread-frame">
      <div
        ref={scroller}
        className="thread-scroller"
        role="log"
        aria-label={texts.thread}
        tabIndex={0}
        // aria-live is off, because new messages are announced separately, one sentence each.
        aria-live="off"
        onScroll={(event) => setFar(event.currentTarget.scrollTop < -FAR)}>
        <div className="thread">
          {thread.has_older && (
            <Form
              className="thread__older"
              method="get"
              onSubmit={(event) => {
                event.preventDefault()
                onOlder()
              }}>
              <input type="hidden" name="before" value={thread.messages[0]?.id} />
              <Button type="submit" size="small" variant="quiet" busy={isLoadingOlder}>
                {texts.loadOlder}
              </Button>
            </Form>
          )}
          {thread.messages.length === 0 && <p className="thread__empty">{texts.emptyThread}</p>}
          {daysOf(thread.messages, now, timeZone).map(({ day, name, messages }) => (
            <section key={day} className="thread__group" aria-labelledby={`day-${day}`}>
              <h2 className="thread__day" id={`day-${day}`}>
                {name === null ? longDate(messages[0]!.created_at, lang, timeZone) : texts[name]}
              </h2>
              {messages.map((message) => (
                <MessageBubble
                  key={message.id}
                  message={message}
                  isOwn={message.recipient_id === otherId}
                  timeZone={timeZone}
                  onReport={onReport}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
      {isFar && (
        <IconButton
          className="thread__newest"
          label={texts.toNewest}
          icon={<Icon of={ArrowDown} size={20} />}
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
        />
      )}
    </div>
  )
}
