import { Form } from 'react-router-dom'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import type { Feed } from '#shared/rules/sorts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { CallForm } from '#site/core/CallForm.tsx'
import { sendLatest } from '#site/core/latest-only.ts'
import { useSite } from '#site/core/site-context.tsx'
import { nonDefaults, type FeedView } from './SortTabs.tsx'

function Order({ of }: { of: FeedView }) {
  const [sort, window] = nonDefaults(of)
  return (
    <>
      {sort && <input type="hidden" name="sort" value={sort} />}
      {window && <input type="hidden" name="window" value={window} />}
    </>
  )
}

export function HideRead({ view }: { view: FeedView }) {
  const { t } = useSite()
  return (
    <Form method="get" action="/" className="hide-read">
      <Order of={view} />
      {view.feed && <input type="hidden" name="feed" value={view.feed} />}
      <button
        type="submit"
        className="action"
        aria-pressed={view.hideRead}
        {...(!view.hideRead && { name: 'hide_read', value: 'true' })}>
        <Icon of={EyeOff} size={18} />
        {t.posts.hideRead}
      </button>
    </Form>
  )
}

export function FeedTabs({ feeds, feed, view }: { feeds: readonly Feed[]; feed: Feed; view: FeedView }) {
  const { api, t } = useSite()
  return (
    <>
      <Form className="feed-tabs" method="get" action="/">
        <Order of={view} />
        {view.hideRead && <input type="hidden" name="hide_read" value="true" />}
        <div className="segmented" role="group" aria-label={t.posts.feedsLabel}>
          {feeds.flatMap((value) => [
            <button
              key={value}
              type="submit"
              name="feed"
              value={value}
              className="segmented__item"
              aria-current={value === feed ? 'true' : undefined}
              // A failed call is ignored, because the choice only decides which feed the next visit opens.
              onClick={() =>
                void sendLatest('feed', value, {
                  before: { feed },
                  send: (chosen, options) => api.posts.chooseFeed({ feed: chosen }, options),
                  settle: () => {},
                })
              }>
              {t.posts.feeds[value]}
            </button>,
            ' ',
          ])}
        </div>
      </Form>
      <noscript>
        <CallForm call="posts.chooseFeed" fields={{ feed }}>
          <button type="submit" className="action">
            {t.posts.keepFeed}
          </button>
        </CallForm>
      </noscript>
    </>
  )
}
