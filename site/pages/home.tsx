import { Link } from 'react-router-dom'
import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import type { Feed } from '#shared/rules/sorts.ts'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { orLogin } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { useSite, useText } from '#site/core/site-context.tsx'
import { loadAds } from '#site/features/ads/load-ads.ts'
import { postsPerAd, useAdsAmongPosts } from '#site/features/ads/useAds.tsx'
import { FeedTabs, HideRead } from '#site/features/posts/FeedTabs.tsx'
import { PostFeed } from '#site/features/posts/PostFeed.tsx'
import { SortTabs, nonDefaults, viewOf, type FeedView } from '#site/features/posts/SortTabs.tsx'

export const page = definePage({
  load: async (args) => {
    const { api, query, variant, path } = args
    const view = viewOf(query)
    const { sort, window, hideRead } = view
    const first = await orLogin(
      api.posts.list({
        sort,
        window,
        feed: view.feed ?? 'last',
        hide_read: hideRead,
        nsfw: variant === 'adult',
        cursor: query.get('cursor') ?? undefined,
      }),
      path,
    )
    const placed = await loadAds(args, { place: 'home' }, first.posts.length / postsPerAd(variant === 'adult'))
    return { view, first, placed, feed: first.feed ?? 'all' }
  },
  meta: ({ view, feed }, { t, site }) => ({
    title: feed !== 'all' ? t.posts.feedTitles[feed] : view.sort === 'hot' ? site.name : t.posts.sorts[view.sort],
    description: site.tagline === '' ? t.posts.homeDescription(site.name) : site.tagline,
    canonical: paths.home(...nonDefaults(view)),
  }),
  View: function Home({ data: { view, first, placed, feed } }) {
    const { t, variant, site } = useSite()
    const ads = useAdsAmongPosts(variant === 'adult', placed)
    const { sort, window, hideRead } = view
    const name = `home:${feed}:${sort}:${window}:${hideRead}`
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.posts.feedTitles[feed]}</h1>
          <span className="page-head__note">{t.posts.count(first.total)}</span>
          {first.feeds && first.feeds.length > 1 && <HideRead view={view} />}
        </div>
        {first.feeds && first.feeds.length > 1 && <FeedTabs feeds={first.feeds} feed={feed} view={view} />}
        <SortTabs view={view} action="/" />
        <PostFeed
          key={name}
          first={first}
          name={name}
          after={site.ads === 'own' ? ads : undefined}
          query={{
            sort,
            window: nonDefaults(view)[1],
            feed: view.feed ?? (feed === 'all' ? undefined : feed),
            hide_read: hideRead || undefined,
            nsfw: variant === 'adult',
          }}
          empty={<EmptyFeed feed={feed} view={view} total={first.total} />}
        />
      </main>
    )
  },
})

function EmptyFeed({ feed, view, total }: { feed: Feed; view: FeedView; total: number }) {
  const { posts: t } = useText()
  const cutOff = view.hideRead && total > 0 ? 'read' : view.window === 'all' ? null : 'window'
  const { title, text, action } = t.empty[cutOff ?? feed]
  const targets: Record<Feed, string> = {
    joined: paths.browseCategories(),
    all: paths.submit(),
    following: paths.home(undefined, 'all'),
  }
  return (
    <EmptyState icon={<Icon of={MessagesSquare} size={28} />} title={title} text={text}>
      <Link
        to={cutOff ? paths.home(view.sort, feed, cutOff === 'read' ? nonDefaults(view)[1] : undefined) : targets[feed]}
        className={buttonClass('primary')}>
        {action}
      </Link>
    </EmptyState>
  )
}
