import { Form } from 'react-router-dom'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import type { Feed } from '#shared/rules/sorts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { sendLatest } from '#site/core/latest-only.ts'
import { useSite } from '#site/core/site-context.tsx'
import { unusual, type FeedView } from './SortTabs.tsx'

export function FeedTabs({ feeds, feed, view }: { feeds: readonly Feed[], feed: Feed, view: FeedView }) {
  const { api, t } = useSite()
  const [sort, window] = unusual(view)
  const order = (
    <>
      {sort && <input type="hidden" name="sort" value={sort} />}
      {window && <input type="hidden" name="window" value={window} />}
    </>
  )
  return (
    <div className="feed-tabs">
      <Form className="feed-tabs__feeds" method="get" action="/">
        {order}
        {view.hideRead && <input type="hidden" name="hide_read" value="true" />}
        <div className="segmented" role="group" aria-label={t.posts.feedsLabel}>
          {feeds.map((value) => (
            <button
              key={value} type="submit" name="feed" value={value} className="segmented__item" aria-current={value === feed ? 'true' : undefined}
              // The feed opens in any case; only what the home page opens with next time is lost.
              onClick={() => void sendLatest('feed', value, (chosen) => api.posts.chooseFeed({ feed: chosen }), () => {})}
            >
              {t.posts.feeds[value]}
            </button>
          ))}
        </div>
      </Form>
      <Form method="get" action="/">
        {order}
        {view.feed && <input type="hidden" name="feed" value={view.feed} />}
        <IconButton
          type="submit" label={t.posts.hideRead} icon={<Icon of={EyeOff} />} aria-pressed={view.hideRead}
          {...(!view.hideRead && { name: 'hide_read', value: 'true' })}
        />
      </Form>
    </div>
  )
}
