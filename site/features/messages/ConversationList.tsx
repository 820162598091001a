import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, Link } from 'react-router-dom'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import type { ConversationSummary } from '#shared/api/shapes.ts'
import { DELAY, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Badge } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { storedToken } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { isStreaming, useEvents } from '#site/features/events/events.ts'
import { messagePreview } from './text.ts'

const GATHER_MS = 300

/**
 * Polls while the page is visible and no event stream stands; `offset` is that of `first`, `since` the last event that
 * it contains.
 */
export function ConversationList({
  first,
  offset,
  since,
}: {
  first: ConversationSummary[]
  offset: number
  since: string | null
}) {
  const texts = useTexts('messages')
  const { api } = useSite()
  const [list, setList] = useState({
    newest: first,
    older: [] as ConversationSummary[],
    next: offset + first.length,
    has_older: first.length === PAGE.list,
  })
  const [isLoading, setLoading] = useState(false)
  const shown = new Set(list.newest.map(({ other_user_id }) => other_user_id))
  const rows = [...list.newest, ...list.older.filter(({ other_user_id }) => !shown.has(other_user_id))]

  const leaving = useRef(new AbortController())
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useEffectEvent(() => {
    const { signal } = leaving.current
    if (storedToken() === null || document.visibilityState !== 'visible') return
    api.messages
      .conversations({ limit: PAGE.list, offset }, { signal })
      .then((newest) => setList((now) => ({ ...now, newest })))
      .catch((error: unknown) => {
        if (!signal.aborted) console.warn('Asking for conversations failed', error)
      })
  })

  useEffect(() => {
    const abort = new AbortController()
    leaving.current = abort
    const timer = setInterval(() => {
      if (!isStreaming()) refresh()
    }, DELAY.countsPoll)
    const seen = () => refresh()
    document.addEventListener('visibilitychange', seen)
    return () => {
      abort.abort()
      clearInterval(timer)
      clearTimeout(gathering.current)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [api, offset])

  useEvents('me', since, ({ name }) => {
    if (name !== 'message' && name !== 'resync') return
    clearTimeout(gathering.current)
    gathering.current = setTimeout(() => refresh(), GATHER_MS)
  })

  async function loadOlder(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.messages.conversations({ limit: PAGE.list, offset: list.next })
      setList((now) => ({
        ...now,
        older: [...now.older, ...page],
        next: now.next + page.length,
        has_older: page.length === PAGE.list,
      }))
    } catch (error) {
      showFailure(error, texts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  if (rows.length === 0) {
    return (
      <div className="sheet">
        <EmptyState icon={<Icon of={Mail} size={28} />} title={texts.emptyTitle} text={texts.emptyText} />
      </div>
    )
  }
  return (
    <>
      <ul className="sheet row-list">
        {rows.map((conversation) => (
          <Row key={conversation.other_user_id} conversation={conversation} />
        ))}
      </ul>
      {list.has_older && (
        <Form
          className="feed-end"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            void loadOlder()
          }}>
          <input type="hidden" name="offset" value={list.next} />
          <Button type="submit" busy={isLoading}>
            {texts.older}
          </Button>
        </Form>
      )}
    </>
  )
}

function Row({ conversation }: { conversation: ConversationSummary }) {
  const t = useTexts('messages')
  const { other_username, other_avatar_url, last_message, unread_count } = conversation
  const isOwn = last_message.sender_username !== other_username
  return (
    <li className="row">
      <Avatar name={other_username} size="m" src={avatarOf(other_avatar_url, 128)} />
      <div>
        <h2 className="row__title">
          <Link to={paths.conversation(other_username)}>{other_username}</Link>
        </h2>
        <p className="row__text row__text--one">
          {isOwn && `${t.you} `}
          {messagePreview(last_message.content)}
        </p>
      </div>
      <div className="row__end">
        <TimeAgo at={last_message.created_at} />
        <Badge count={unread_count} />
        {unread_count > 0 && <span className="visually-hidden">{t.unread(unread_count)}</span>}
      </div>
    </li>
  )
}
