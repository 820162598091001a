import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { Form } from 'react-router-dom'
import type { SiteApi } from '#shared/api/public.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { Button } from '#shared/ui/Button.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { Kept } from '#site/core/kept-parts.tsx'
import { usePageState } from '#site/core/usePageState.ts'
import { receivePosts } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { PostCard } from './PostCard.tsx'
import { PostCardSkeleton } from './PostCardSkeleton.tsx'

type FeedQuery = NonNullable<Parameters<SiteApi['posts']['list']>[0]>
type FeedPage = Awaited<ReturnType<SiteApi['posts']['list']>>

const FIRST_IN_SIGHT = 2

/** Adds a page to the posts loaded before; a post that both contain is not duplicated. */
function withPage(before: FeedPage, page: FeedPage): FeedPage {
  const known = new Set(before.posts.map((post) => post.id))
  return { ...page, posts: [...before.posts, ...page.posts.filter((post) => !known.has(post.id))] }
}

/** The `key` of a feed must change with the query; `after` renders the ad that follows the n-th post. */
export function PostFeed({
  first,
  query,
  empty,
  after,
  name = 'feed',
}: {
  first: FeedPage
  query: FeedQuery
  empty: ReactNode
  after?: (index: number) => ReactNode
  name?: string
}) {
  const { api, t, lang, viewer } = useSite()
  const { restored, save } = usePageState<FeedPage>(name)
  const [feed, setFeed] = useState(restored ?? first)
  const [isLoading, setLoading] = useState(false)

  useEffect(() => {
    if (!restored) receivePosts(first.posts)
    // The effect runs only for a new response of the server, which is newer than local changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first])

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      let grown = feed
      do {
        const page = await api.posts.list({ ...query, cursor: grown.next_cursor ?? undefined })
        receivePosts(page.posts)
        grown = withPage(grown, page)
      } while (grown.posts.length === feed.posts.length && grown.next_cursor !== null)
      setFeed(grown)
      save(grown)
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, t.posts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  if (feed.posts.length === 0 && feed.next_cursor === null) return <div className="sheet">{empty}</div>
  return (
    <div className="sheet feed" aria-busy={isLoading}>
      {feed.posts.map((post, index) => (
        <Fragment key={post.id}>
          <Kept name="card" state={(now) => [post, relativeTime(post.created_at, now, lang), index < FIRST_IN_SIGHT]}>
            {() => <PostCard post={post} atOnce={index < FIRST_IN_SIGHT} canHide={viewer !== null} />}
          </Kept>
          {after?.(index + 1)}
        </Fragment>
      ))}
      {isLoading && <PostCardSkeleton />}
      <div className="feed-end">
        {feed.next_cursor === null ? (
          <strong>{t.posts.end}</strong>
        ) : (
          <Form
            method="get"
            onSubmit={(event) => {
              event.preventDefault()
              void loadMore()
            }}>
            {(['feed', 'sort', 'window', 'flair', 'hide_read'] as const).map(
              (name) =>
                query[name] !== undefined && <input key={name} type="hidden" name={name} value={String(query[name])} />,
            )}
            <input type="hidden" name="cursor" value={feed.next_cursor} />
            <Button type="submit" busy={isLoading}>
              {t.posts.loadMore}
            </Button>
          </Form>
        )}
        <p>{t.posts.shown(feed.posts.length, Math.max(feed.total, feed.posts.length))}</p>
      </div>
    </div>
  )
}
