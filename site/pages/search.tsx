import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router-dom'
import Search from 'lucide/dist/esm/icons/search.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import type { Post, UserCard } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { offsetOf, searchQuery } from '#site/core/query.ts'
import { definePage } from '#site/core/page.ts'
import { usePageState } from '#site/core/usePageState.ts'
import { receivePosts } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { PostCard } from '#site/features/posts/PostCard.tsx'

type Tab = 'posts' | 'users'
type Found = { posts: Post[], total: number }
type Shown = { tab: Tab, posts: Post[], next: number }

const NOTHING: Found = { posts: [], total: 0 }

/** A failure is only logged; the page stays usable. */
async function orNothing<T>(search: Promise<T>, nothing: T): Promise<T> {
  try {
    return await search
  } catch (error) {
    console.warn('The search failed', error)
    return nothing
  }
}

const tabOf = (query: URLSearchParams): Tab => (query.get('tab') === 'users' ? 'users' : 'posts')

export const page = definePage({
  load: async ({ api, query, variant }) => {
    const q = searchQuery(query)
    const tab = tabOf(query)
    if (q === '') return { q, tab, offset: 0, found: NOTHING, users: [] }
    const offset = offsetOf(query, LIMITS.searchTotal)
    const [found, users] = await Promise.all([
      orNothing(api.posts.search({ q, offset, limit: PAGE.search, nsfw: variant === 'adult' }), NOTHING),
      orNothing(api.users.search({ q, limit: PAGE.searchUsers }), []),
    ])
    return { q, tab, offset, found, users }
  },
  meta: ({ q }, { t }) => ({ title: q === '' ? t.searchPage.title : t.searchPage.titleFor(q), noindex: true, canonical: paths.search(q) }),
  View: function SearchPage({ data }) {
    const { t } = useSite()
    if (data.q !== '') return <Results key={`${data.q} ${data.offset}`} {...data} />
    return (
      <main id="main" tabIndex={-1}>
        <h1 className="visually-hidden">{t.searchPage.title}</h1>
        <div className="sheet"><EmptyState icon={<Icon of={Search} size={28} />} title={t.searchPage.promptTitle} text={t.searchPage.promptText} /></div>
      </main>
    )
  },
})

function Results({ q, tab: opening, offset, found, users }: { q: string, tab: Tab, offset: number, found: Found, users: UserCard[] }) {
  const { api, t, lang, variant } = useSite()
  const { restored, keep } = usePageState<Shown>('search')
  const [shown, setShown] = useState<Shown>(restored ?? { tab: opening, posts: found.posts, next: offset + found.posts.length })
  const [isLoading, setLoading] = useState(false)

  useEffect(() => receivePosts(found.posts), [found])

  function update(change: Partial<Shown>): void {
    const next = { ...shown, ...change }
    setShown(next)
    keep(next)
  }

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.posts.search({ q, offset: shown.next, limit: PAGE.search, nsfw: variant === 'adult' })
      receivePosts(page.posts)
      const known = new Set(shown.posts.map((post) => post.id))
      const next = page.posts.length > 0 ? shown.next + page.posts.length : found.total
      update({ posts: [...shown.posts, ...page.posts.filter((post) => !known.has(post.id))], next })
    } catch (error) {
      console.warn('The search failed', error)
    } finally {
      setLoading(false)
    }
  }

  const tabs = [
    { id: 'posts', label: t.searchPage.posts, count: formatNumber(lang, found.total) },
    { id: 'users', label: t.searchPage.users, count: formatNumber(lang, users.length) },
  ] as const
  return (
    <main id="main" tabIndex={-1}>
      <div className="page-head">
        <h1 className="page-head__title">{t.searchPage.titleFor(q)}</h1>
        <p className="no-js-only">
          {tabs.map(({ id, label }) => <a key={id} className="action" href={`${paths.search(q)}&tab=${id}`}>{label}</a>)}
        </p>
      </div>
      <Tabs label={t.searchPage.title} selected={shown.tab} tabs={tabs} onSelect={(tab) => update({ tab })}>
        {shown.tab === 'posts'
          ? <Posts q={q} shown={shown} total={found.total} isLoading={isLoading} onMore={() => void loadMore()} />
          : <Users users={users} />}
      </Tabs>
    </main>
  )
}

function Nothing() {
  const { t } = useSite()
  return <div className="sheet"><EmptyState icon={<Icon of={SearchX} size={28} />} title={t.searchPage.noneTitle} text={t.searchPage.noneText} /></div>
}

function Posts({ q, shown: { posts, next }, total, isLoading, onMore }: {
  q: string, shown: Shown, total: number, isLoading: boolean, onMore: () => void
}) {
  const { t } = useSite()
  if (posts.length === 0) return <Nothing />
  return (
    <div className="sheet feed" aria-busy={isLoading}>
      {posts.map((post) => <PostCard key={post.id} post={post} />)}
      <div className="feed-end">
        {next < total && (
          <Form method="get" onSubmit={(event) => { event.preventDefault(); onMore() }}>
            <input type="hidden" name="q" value={q} />
            <input type="hidden" name="offset" value={next} />
            <Button type="submit" busy={isLoading}>{t.posts.loadMore}</Button>
          </Form>
        )}
        <p>{t.posts.shown(posts.length, Math.max(total, posts.length))}</p>
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
          <Avatar name={user.username} size="m" src={avatarOf(user.avatar_url, 128)} />
          <div>
            <h2 className="row__title">
              <Link to={paths.userAlias(user.username)}>u/{user.username}</Link> {user.is_admin && <span className="tag tag--accent">{t.users.adminBadge}</span>}
            </h2>
            <p className="row__text">{t.users.karma(formatNumber(lang, user.karma))}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
