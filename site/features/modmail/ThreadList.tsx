import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, Link } from 'react-router-dom'
import ShieldQuestion from 'lucide/dist/esm/icons/shield-question-mark.mjs'
import type { ModmailThread } from '#shared/api/modmail.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useEvents } from '#site/features/events/events.ts'
import type { BoxName, ThreadPage, ThreadState } from './load.ts'

const GATHER_MS = 300

type ThreadListProps = { first: ThreadPage; box: BoxName; state: ThreadState | undefined; since: string | null }

/** The list is loaded again after each mod mail event; `since` is the last event contained in `first`. */
export function ThreadList({ first, box, state, since }: ThreadListProps) {
  const { api } = useSite()
  const texts = useTexts('modmail')
  const [page, setPage] = useState(first)
  const [isLoading, setLoading] = useState(false)
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useEffectEvent(() => {
    api.modmail
      .list({ box, state })
      .then((newest) => setPage(newest))
      .catch((error: unknown) => console.warn('Asking for mod mail failed', error))
  })
  useEvents('me', since, ({ name }) => {
    if (name !== 'modmail' && name !== 'resync') return
    clearTimeout(gathering.current)
    gathering.current = setTimeout(() => refresh(), GATHER_MS)
  })
  useEffect(() => () => clearTimeout(gathering.current), [])

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const more = await api.modmail.list({ box, state, cursor: page.next_cursor! })
      const known = new Set(page.threads.map(({ id }) => id))
      setPage({ ...more, threads: [...page.threads, ...more.threads.filter(({ id }) => !known.has(id))] })
    } catch (error) {
      showFailure(error, texts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  if (page.threads.length === 0) {
    const empty = texts.empty[box === 'staff' && state === 'archived' ? 'archived' : box]
    return (
      <div className="sheet">
        <EmptyState icon={<Icon of={ShieldQuestion} size={28} />} {...empty} />
      </div>
    )
  }
  return (
    <>
      <ul className="sheet row-list">
        {page.threads.map((thread) => (
          <Row key={thread.id} thread={thread} box={box} />
        ))}
      </ul>
      {page.next_cursor !== null && (
        <Form
          className="feed-end"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            void loadMore()
          }}>
          <input type="hidden" name="section" value="moderators" />
          <input type="hidden" name="box" value={box} />
          {state !== undefined && <input type="hidden" name="state" value={state} />}
          <input type="hidden" name="cursor" value={page.next_cursor} />
          <Button type="submit" busy={isLoading}>
            {texts.more}
          </Button>
        </Form>
      )}
    </>
  )
}

function Row({ thread, box }: { thread: ModmailThread; box: BoxName }) {
  const { t, site } = useSite()
  const texts = useTexts('modmail')
  const { id, category, subject, member, last_message, unread, state, is_adult } = thread
  if (is_adult)
    return (
      <li className={classNames('row mail-row', unread && 'mail-row--unread')}>
        <div>
          <h2 className="row__title">
            <a href={site.adult_origin + paths.modmail(id)}>{texts.adult}</a>
          </h2>
        </div>
        <div className="row__end">
          <TimeAgo at={last_message.created_at} />
        </div>
      </li>
    )
  const name = category?.name ?? null
  return (
    <li className={classNames('row mail-row', unread && 'mail-row--unread')}>
      <div>
        <h2 className="row__title">
          <Link to={paths.modmail(id)}>{subject}</Link>
        </h2>
        <p className="row__text row__text--one">
          {box === 'staff' ? texts.from(member.username, name) : texts.with(name)}
          {state === 'archived' && `, ${texts.archived}`}
        </p>
        <p className="row__text row__text--one">
          {last_message.is_staff ? `${texts.team} ` : box === 'mine' && `${texts.you} `}
          {last_message.text}
        </p>
        {unread && <span className="tag tag--accent">{box === 'staff' ? texts.waiting : t.layout.unread}</span>}
      </div>
      <div className="row__end">
        <TimeAgo at={last_message.created_at} />
      </div>
    </li>
  )
}
