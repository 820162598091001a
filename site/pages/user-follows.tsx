import { Link, useNavigate } from 'react-router-dom'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { paths, type FollowKind } from '#shared/paths.ts'
import { pageCount } from '#shared/rules/pages.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Pager } from '#shared/ui/Pager.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { MemberRows } from '#site/features/follows/MemberRows.tsx'

const LAST_PAGE = 1 + Math.floor(LIMITS.offset / PAGE.list)

const pageOf = (query: URLSearchParams) => Math.min(LAST_PAGE, Math.max(1, Math.trunc(Number(query.get('page'))) || 1))

const titleOf = (kind: FollowKind) => (kind === 'followers' ? 'followersOf' : 'followingOf')

/** The lists that a profile shows in a dialog, for readers without JavaScript. */
export const page = definePage({
  load: async ({ api, params, path, query, variant }) => {
    const { user } = await api.users.get({ username: params.username!, nsfw: variant === 'adult' })
    const kind: FollowKind = /\/following(\?|$)/.test(path) ? 'following' : 'followers'
    const number = pageOf(query)
    const members = await api.follows[kind]({ user_id: user.id, limit: PAGE.list, offset: (number - 1) * PAGE.list })
    const total = kind === 'followers' ? user.follower_count : user.following_count
    return { kind, number, members, username: user.username, total }
  },
  meta: ({ kind, username }, { t }) => ({
    title: textsFor(t.lang, 'users')[titleOf(kind)](username),
    canonical: paths.userFollows(username, kind),
    noindex: true,
  }),
  View: function UserFollows({ data: { kind, number, members, username, total } }) {
    const texts = useTexts('users')
    const { t } = useSite()
    const navigate = useNavigate()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{texts[titleOf(kind)](username)}</h1>
        </div>
        <div className="sheet sheet__pad">
          <MemberRows members={members} kind={kind} heading="h2" />
          <p>
            <Link to={paths.user(username)}>{texts.backToProfile}</Link>
          </p>
        </div>
        <Pager
          page={number}
          pageCount={Math.min(LAST_PAGE, pageCount(total, PAGE.list))}
          max={LIMITS.pageButtons}
          hrefFor={(to) => paths.userFollows(username, kind, to)}
          onPage={(to) => void navigate(paths.userFollows(username, kind, to))}
          texts={t.app.pager}
        />
      </main>
    )
  },
})
