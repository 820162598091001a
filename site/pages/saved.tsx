import { useEffect } from 'react'
import { Link, redirect, useNavigate, useRevalidator } from 'react-router-dom'
import Bookmark from 'lucide/dist/esm/icons/bookmark.mjs'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { pageCount } from '#shared/rules/pages.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Pager } from '#shared/ui/Pager.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { useClock } from '#site/core/clock.tsx'
import { orLogin } from '#site/core/errors.ts'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { receivePosts } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { PostCard } from '#site/features/posts/PostCard.tsx'

const pageOf = (query: URLSearchParams) => Math.min(500, Math.max(1, Math.trunc(Number(query.get('page'))) || 1))

/** Returns null if loading failed; the failure is only logged. */
async function loadSaved({ api, variant, path }: LoadArgs, page: number) {
  try {
    return await orLogin(
      api.posts.saved({ offset: (page - 1) * PAGE.saved, limit: PAGE.saved, nsfw: variant === 'adult' }),
      path,
    )
  } catch (error) {
    if (error instanceof Response) throw error
    console.warn('Loading the saved posts failed', error)
    return null
  }
}

export const page = definePage({
  guard: 'user',
  load: async (args) => {
    const number = pageOf(args.query)
    const saved = await loadSaved(args, number)
    if (saved && saved.posts.length === 0 && saved.total > 0)
      throw redirect(paths.saved(pageCount(saved.total, PAGE.saved)))
    return { number, saved }
  },
  meta: (_, { t }) => ({ title: t.saves.title, noindex: true }),
  View: function Saved({ data: { number, saved } }) {
    const { t, lang } = useSite()
    const { now } = useClock()
    const navigate = useNavigate()
    const { revalidate, state } = useRevalidator()
    const posts = saved?.posts ?? []
    useEffect(() => {
      if (saved) receivePosts(saved.posts)
    }, [saved])
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.saves.title}</h1>
          {saved && <span className="page-head__note">{t.posts.count(saved.total)}</span>}
        </div>
        {posts.length === 0 ? (
          <div className="sheet">
            <EmptyState
              icon={<Icon of={Bookmark} size={28} />}
              title={saved ? t.saves.emptyTitle : t.saves.loadFailed}
              text={saved ? t.saves.emptyText : undefined}>
              {saved ? (
                <Link to="/" className={buttonClass('primary')}>
                  {t.saves.read}
                </Link>
              ) : (
                <Button busy={state === 'loading'} onClick={() => void revalidate()}>
                  {t.app.retry}
                </Button>
              )}
            </EmptyState>
          </div>
        ) : (
          <div className="sheet feed">
            {posts.map((post) => (
              <PostCard key={post.id} post={post}>
                {post.saved_at !== undefined && (
                  <span className="tag">{t.saves.savedAgo(relativeTime(post.saved_at, now, lang))}</span>
                )}
              </PostCard>
            ))}
          </div>
        )}
        <Pager
          page={number}
          pageCount={pageCount(saved?.total ?? 0, PAGE.saved)}
          max={LIMITS.pageButtons}
          hrefFor={(to) => paths.saved(to)}
          onPage={(to) => void navigate(paths.saved(to))}
          texts={t.app.pager}
        />
      </main>
    )
  },
})
