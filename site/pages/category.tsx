import { Link } from 'react-router-dom'
import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isNeutral, otherVariant } from '#site/core/variant-guard.ts'
import { loadAds } from '#site/features/ads/load-ads.ts'
import { postsPerAd, useAdsAmongPosts } from '#site/features/ads/useAds.tsx'
import { AboutCategory } from '#site/features/categories/AboutCategory.tsx'
import { Banner } from '#site/features/categories/Banner.tsx'
import { CategoryHeader } from '#site/features/categories/CategoryHeader.tsx'
import { askedReport } from '#site/features/form-pages/asked-form.ts'
import { askedFormView } from '#site/features/form-pages/parts.ts'
import { FlairFilter } from '#site/features/posts/FlairFilter.tsx'
import { PostFeed } from '#site/features/posts/PostFeed.tsx'
import { SortTabs, nonDefaults, viewOf } from '#site/features/posts/SortTabs.tsx'
import { useReport } from '#site/features/reports/useReport.tsx'
import { StreamRow } from '#site/features/streams/StreamRow.tsx'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

export const page = definePage({
  load: async (args) => {
    const { api, params, query } = args
    const category = await api.categories.byName({ name: params.name! })
    const neutral = otherVariant(args, category.is_nsfw)
    if (neutral) return neutral
    const view = { ...viewOf(query), feed: null, hideRead: false }
    const { sort, window } = view
    const flair = Number(query.get('flair')) || null
    const [live, first, about] = await Promise.all([
      args.site.features.streams
        ? api.streams.list({ state: 'live', category_id: category.id, nsfw: category.is_nsfw, limit: 1 })
        : { streams: [] },
      api.posts.list({
        sort,
        window,
        flair: flair ?? undefined,
        category: category.name,
        nsfw: category.is_nsfw,
        cursor: query.get('cursor') ?? undefined,
      }),
      api.categories.about({ category_id: category.id }),
    ])
    const back = paths.category(category.name)
    const asked = await askedReport(args, { category_id: category.id }, back)
    const where = { place: 'category', category_id: category.id } as const
    const placed = await loadAds(args, where, first.posts.length / postsPerAd(category.is_nsfw))
    return { category, view, flair, first, placed, about, live: live.streams[0] ?? null, asked }
  },
  meta: (data, { t }) =>
    isNeutral(data)
      ? { title: t.app.adultTitle, noindex: true }
      : {
          title: data.category.display_name,
          description: data.category.description || t.categories.pageDescription(data.category.display_name),
          canonical: paths.category(data.category.name, ...nonDefaults(data.view)),
        },
  View: function Community({ data }) {
    const { t } = useSite()
    const { report, dialog } = useReport()
    const AskedFormView = askedFormView.part
    const ads = useAdsAmongPosts(!isNeutral(data) && data.category.is_nsfw, isNeutral(data) ? undefined : data.placed)
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { category, view, flair, first, about, live, asked } = data
    const { creator, moderators, rules, flairs } = about
    const name = `community:${category.id}:${view.sort}:${view.window}:${flair ?? ''}`
    return (
      <main id="main" tabIndex={-1}>
        {category.banner_url !== null && <Banner key={category.banner_url} url={category.banner_url} />}
        <CategoryHeader
          key={category.id}
          category={category}
          membership={about}
          creator={creator}
          onReport={() => report({ category_id: category.id })}
        />
        {asked && AskedFormView && <AskedFormView asked={asked} />}
        <AboutCategory name={category.name} rules={rules} moderators={moderators} />
        {live && (
          <div className="sheet">
            <StreamRow stream={live} />
          </div>
        )}
        <SortTabs view={view} action={paths.category(category.name)} flair={flair} />
        {flairs.length > 0 && <FlairFilter flairs={flairs} chosen={flair} category={category.name} view={view} />}
        <h2 className="visually-hidden">{t.categories.feedTitle(category.name)}</h2>
        <PostFeed
          key={name}
          name={name}
          first={first}
          after={ads}
          query={{
            sort: view.sort,
            window: nonDefaults(view)[1],
            flair: flair ?? undefined,
            category: category.name,
            nsfw: category.is_nsfw,
          }}
          empty={
            <EmptyState
              icon={<Icon of={MessagesSquare} size={28} />}
              title={
                flair !== null
                  ? t.categories.emptyFlair
                  : view.window === 'all'
                    ? t.categories.emptyTitle
                    : t.posts.empty.window.title
              }
              text={view.window === 'all' ? t.categories.emptyText : t.posts.empty.window.text}>
              <Link to={paths.submit(category.name)} className={buttonClass('primary')}>
                {t.posts.writePost}
              </Link>
            </EmptyState>
          }
        />
        {dialog}
      </main>
    )
  },
})
