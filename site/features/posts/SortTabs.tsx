import { Form } from 'react-router-dom'
import { FEEDS, hasWindows, POST_SORTS, WINDOWS, type Feed, type PostSort, type Window } from '#shared/rules/sorts.ts'
import { useText } from '#site/core/site-context.tsx'

/** `feed` is null if the URL names none. */
export type FeedView = { sort: PostSort; window: Window; feed: Feed | null; hideRead: boolean }

/** The sort buttons and the time window are in one form, so that a button submits both without JavaScript. */
export function SortTabs({
  view: { sort, window, feed, hideRead },
  action,
  flair = null,
}: {
  view: FeedView
  action: string
  flair?: number | null
}) {
  const t = useText()
  return (
    <Form className="page-tabs" method="get" action={action}>
      {feed !== null && <input type="hidden" name="feed" value={feed} />}
      {hideRead && <input type="hidden" name="hide_read" value="true" />}
      {flair !== null && <input type="hidden" name="flair" value={flair} />}
      <div className="tabs" role="group" aria-label={t.posts.sorting}>
        {POST_SORTS.flatMap((value) => [
          <button
            key={value}
            type="submit"
            name="sort"
            value={value}
            className="tabs__tab"
            aria-current={value === sort ? 'true' : undefined}>
            {t.posts.sorts[value]}
          </button>,
          ' ',
        ])}
      </div>
      {hasWindows(sort) && (
        <select
          key={`${sort}:${window}`}
          className="page-tabs__window"
          name="window"
          aria-label={t.posts.window}
          defaultValue={window}
          onChange={({ currentTarget: { form } }) =>
            form!.requestSubmit(form!.querySelector<HTMLElement>('[aria-current]'))
          }>
          {WINDOWS.map((value) => (
            <option key={value} value={value}>
              {t.posts.windows[value]}
            </option>
          ))}
        </select>
      )}
    </Form>
  )
}

const named = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

export function viewOf(query: URLSearchParams): FeedView {
  const sort = named(POST_SORTS, query.get('sort')) ?? 'hot'
  const window = hasWindows(sort) ? (named(WINDOWS, query.get('window')) ?? 'all') : 'all'
  return { sort, window, feed: named(FEEDS, query.get('feed')) ?? null, hideRead: query.get('hide_read') === 'true' }
}

/** Defaults are undefined, so that URLs do not contain them. */
export function nonDefaults({ sort, window }: FeedView): [sort?: PostSort, window?: Window] {
  return [sort === 'hot' ? undefined : sort, window === 'all' ? undefined : window]
}
