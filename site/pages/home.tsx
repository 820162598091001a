import { Link } from 'react-router-dom'
import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { PostFeed } from '#site/features/posts/PostFeed.tsx'
import { SortTabs, sortOf } from '#site/features/posts/SortTabs.tsx'

export const page = definePage({
  load: async ({ api, query, variant }) => {
    const sort = sortOf(query)
    const first = await api.posts.list({ sort, nsfw: variant === 'adult', cursor: query.get('cursor') ?? undefined })
    return { sort, first }
  },
  meta: ({ sort }, { t, site }) => ({
    title: sort === 'hot' ? site.name : t.posts.sorts[sort],
    description: t.posts.homeDescription(site.name),
    canonical: paths.home(sort === 'hot' ? undefined : sort),
  }),
  View: function Home({ data: { sort, first } }) {
    const { t, variant } = useSite()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.posts.homeTitle}</h1>
          <span className="page-head__note">{t.posts.count(first.total)}</span>
        </div>
        <SortTabs sort={sort} action="/" />
        <PostFeed
          key={sort} first={first} query={{ sort, nsfw: variant === 'adult' }} name={`home:${sort}`}
          empty={(
            <EmptyState icon={<Icon of={MessagesSquare} size={28} />} title={t.posts.emptyTitle} text={t.posts.emptyText}>
              <Link to={paths.submit()} className={buttonClass('primary')}>{t.posts.writePost}</Link>
            </EmptyState>
          )}
        />
      </main>
    )
  },
})
