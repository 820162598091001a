import { useState } from 'react'
import { Form } from 'react-router-dom'
import Radio from 'lucide/dist/esm/icons/radio.mjs'
import { paths } from '#shared/paths.ts'
import { STREAM_STATES, type StreamState } from '#shared/rules/streams.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { StreamRow } from '#site/features/streams/StreamRow.tsx'

const stateOf = (query: URLSearchParams): StreamState => (query.get('state') === 'ended' ? 'ended' : 'live')

export const page = definePage({
  load: async ({ api, query, variant }) => {
    const state = stateOf(query)
    const cursor = query.get('cursor') ?? undefined
    return { state, first: await api.streams.list({ state, cursor, nsfw: variant === 'adult' }) }
  },
  meta: ({ state }, { t }) => ({
    title: textsFor(t.lang, 'streams').title,
    description: textsFor(t.lang, 'streams').description,
    canonical: paths.streams(state),
  }),
  View: function Streams({ data: { state, first } }) {
    const t = useTexts('streams')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
          <a href={paths.newStream()} className={buttonClass('primary', 'small')}>
            {t.start}
          </a>
        </div>
        <nav className="page-tabs" aria-label={t.tabsLabel}>
          <div className="tabs">
            {STREAM_STATES.flatMap((value) => [
              <a
                key={value}
                className="tabs__tab"
                href={paths.streams(value)}
                aria-current={value === state ? 'page' : undefined}>
                {t.tabs[value]}
              </a>,
              ' ',
            ])}
          </div>
        </nav>
        <StreamList key={`${state}:${first.streams[0]?.id}`} state={state} first={first} />
      </main>
    )
  },
})

type Page = { streams: Parameters<typeof StreamRow>[0]['stream'][]; next_cursor: string | null }

function StreamList({ state, first }: { state: StreamState; first: Page }) {
  const { api, variant } = useSite()
  const t = useTexts('streams')
  const [list, setList] = useState(first)
  const [isLoading, setLoading] = useState(false)

  async function loadMore(cursor: string): Promise<void> {
    setLoading(true)
    try {
      const next = await api.streams.list({ state, cursor, nsfw: variant === 'adult' })
      const known = new Set(list.streams.map(({ id }) => id))
      setList({ ...next, streams: [...list.streams, ...next.streams.filter(({ id }) => !known.has(id))] })
    } catch (error) {
      showFailure(error, t.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  if (list.streams.length === 0)
    return (
      <div className="sheet">
        <EmptyState icon={<Icon of={Radio} size={28} />} {...t.empty[state]}>
          {state === 'live' && (
            <a href={paths.newStream()} className={buttonClass('primary')}>
              {t.start}
            </a>
          )}
        </EmptyState>
      </div>
    )
  return (
    <div className="sheet">
      {list.streams.map((stream) => (
        <StreamRow key={stream.id} stream={stream} />
      ))}
      {list.next_cursor !== null && (
        <Form
          method="get"
          className="feed-end"
          onSubmit={(event) => {
            event.preventDefault()
            void loadMore(list.next_cursor!)
          }}>
          {state === 'ended' && <input type="hidden" name="state" value={state} />}
          <input type="hidden" name="cursor" value={list.next_cursor} />
          <Button type="submit" busy={isLoading}>
            {t.more}
          </Button>
        </Form>
      )}
    </div>
  )
}
