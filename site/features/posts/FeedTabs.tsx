import { Form } from 'react-router-dom'
import type { Feed } from '#shared/rules/sorts.ts'
import { sendLatest } from '#site/core/latest-only.ts'
import { useSite } from '#site/core/site-context.tsx'
import { unusual, type FeedView } from './SortTabs.tsx'

export function FeedTabs({ feeds, feed, view }: { feeds: readonly Feed[], feed: Feed, view: FeedView }) {
  const { api, t } = useSite()
  const [sort, window] = unusual(view)
  return (
    <Form className="feed-tabs" method="get" action="/">
      {sort && <input type="hidden" name="sort" value={sort} />}
      {window && <input type="hidden" name="window" value={window} />}
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
  )
}
