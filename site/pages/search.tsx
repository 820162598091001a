import { useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router-dom'
import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import type { Post, UserCard } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { definePage } from '#site/app/page.ts'
import { usePageState } from '#site/app/page-state.ts'
import { useSite } from '#site/app/site-context.tsx'
import { PostCard } from '#site/features/posts/PostCard.tsx'

type Found = { posts: Post[], total: number }

/** What was found, or nothing where the search failed: that is only logged, the page stays usable. */
async function orNothing<T>(search: Promise<T>, nothing: T): Promise<T> {
  try {
    return await search
  } catch (error) {
    console.warn('The search failed', error)
    return nothing
  }
}

export const page = definePage({
  load: async ({ api, query, variant }) => {
    const q = query.get('q')?.trim() ?? ''
    if (q === '') return { q, found: { posts: [], total: 0 } as Found, users: [] as UserCard[] }
    const offset = Math.min(LIMITS.searchTotal, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
    const [found, users] = await Promise.all([
      orNothing<Found>(api.posts.search({ q, offset, limit: PAGE.search, nsfw: variant === 'adult' }), { posts: [], total: 0 }),
      orNothing(api.users.search({ q, limit: PAGE.searchUsers }), []),
    ])
    return { q, found, users }
  },
  meta: ({ q }, { t }) => ({ title: q === '' ? t.searchPage.title : t.searchPage.titleFor(q), noindex: true, canonical: paths.search(q) }),
  View: function SearchResults({ data: { q, found, users } }) {
    const { t, lang } = useSite()
    const [search, setSearch] = useSearchParams()
    const tab = search.get('tab') === 'users' ? 'users' : 'posts'
    if (q === '') {
      return (
        <main id="main" tabIndex={-1}>
          <h1 className="visually-hidden">{t.searchPage.title}</h1>
          <div className="sheet"><EmptyState icon={<Search size={28} aria-hidden />} title={t.searchPage.promptTitle} text={t.searchPage.promptText} /></div>
        </main>
      )
    }
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head"><h1 className="page-head__title">{t.searchPage.titleFor(q)}</h1></div>
        <Tabs
          label={t.searchPage.title} selected={tab}
          tabs={[
            { id: 'posts', label: t.searchPage.posts, count: formatNumber(lang, found.total) },
            { id: 'users', label: t.searchPage.users, count: formatNumber(lang, users.length) },
          ]}
          onSelect={(id) => setSearch(id === 'users' ? { q, tab: id } : { q }, { replace: true, preventScrollReset: true })}
        >
          {tab === 'posts' ? <Posts key={q} q={q} first={found} /> : <Users users={users} />}
        </Tabs>
      </main>
    )
  },
})

function Nothing() {
  const { t } = useSite()
  return <div className="sheet"><EmptyState icon={<SearchX size={28} aria-hidden />} title={t.searchPage.noneTitle} text={t.searchPage.noneText} /></div>
}

function Posts({ q, first }: { q: string, first: Found }) {
  const { api, t, lang, variant } = useSite()
  const { restored, keep } = usePageState<Post[]>(`search:${q}`)
  const [posts, setPosts] = useState(restored ?? first.posts)
  const [isLoading, setLoading] = useState(false)

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const next = await api.posts.search({ q, offset: posts.length, limit: PAGE.search, nsfw: variant === 'adult' })
      const known = new Set(posts.map((post) => post.id))
      const all = [...posts, ...next.posts.filter((post) => !known.has(post.id))]
      setPosts(all)
      keep(all)
    } catch (error) {
      console.warn('The search failed', error)
    } finally {
      setLoading(false)
    }
  }

  if (posts.length === 0) return <Nothing />
  return (
    <div className="sheet feed" aria-busy={isLoading}>
      {posts.map((post) => <PostCard key={post.id} post={post} />)}
      <div className="feed-end">
        {posts.length < first.total && (
          <Form method="get" onSubmit={(event) => { event.preventDefault(); void loadMore() }}>
            <input type="hidden" name="q" value={q} />
            <input type="hidden" name="offset" value={posts.length} />
            <Button type="submit" busy={isLoading}>{t.posts.loadMore}</Button>
          </Form>
        )}
        <p>{t.posts.shown(posts.length, Math.max(first.total, posts.length), lang)}</p>
      </div>
    </div>
  )
}

function Users({ users }: { users: UserCard[] }) {
  const { t, lang } = useSite()
  if (users.length === 0) return <Nothing />
  return (
    <ul className="sheet row-list">
      {users.map((user) => (
        <li key={user.id} className="row">
          <Avatar name={user.username} size="m" />
          <div>
            <h2 className="row__title">
              <Link to={paths.userAlias(user.username)}>u/{user.username}</Link> {user.is_admin && <span className="tag tag--accent">{t.profile.adminBadge}</span>}
            </h2>
            <p className="row__text">{t.profile.karma(formatNumber(lang, user.karma))}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
