import { Link } from 'react-router-dom'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import type { Highlight } from '#shared/api/search.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import type { SearchType } from '#shared/rules/search-types.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf, iconOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { PostCard } from '#site/features/posts/PostCard.tsx'
import type { AllResults, Result } from './results.ts'

type Field = Highlight['field']

/** Returns HTML with no tags but `<mark>`; undefined if the field has no match. */
function marked(highlights: Highlight[], field: Field) {
  const found = highlights.find((highlight) => highlight.field === field)
  return found && <span dangerouslySetInnerHTML={{ __html: found.html }} />
}

export function ResultList({ tab, found }: { tab: SearchType; found: AllResults }) {
  const texts = useTexts('searchPage')

  if (found[tab].results.length === 0) {
    return (
      <div className="sheet">
        <EmptyState icon={<Icon of={SearchX} size={28} />} title={texts.noneTitle} text={texts.noneText} />
      </div>
    )
  }
  switch (tab) {
    case 'posts':
      return (
        <div className="sheet feed">
          {found.posts.results.map(({ item, highlights }) => (
            <PostCard
              key={item.id}
              post={item}
              title={marked(highlights, 'title')}
              text={marked(highlights, 'content')}
            />
          ))}
        </div>
      )
    case 'comments':
      return (
        <ul className="sheet row-list">
          {found.comments.results.map((result) => (
            <FoundComment key={result.item.id} {...result} />
          ))}
        </ul>
      )
    case 'communities':
      return (
        <ul className="sheet row-list">
          {found.communities.results.map((result) => (
            <FoundCommunity key={result.item.id} {...result} />
          ))}
        </ul>
      )
    case 'users':
      return (
        <ul className="sheet row-list">
          {found.users.results.map((result) => (
            <FoundUser key={result.item.id} {...result} />
          ))}
        </ul>
      )
  }
}

function FoundComment({ item, highlights }: Result<'comments'>) {
  const { t } = useSite()
  return (
    <li className="row">
      <article>
        <h2 className="row__title">
          <Link to={paths.post(item.post_id, item.id)}>{item.post?.title}</Link>
        </h2>
        <p className="meta">
          <span>{item.author === null ? t.posts.deletedAuthor : `u/${item.author}`}</span>
          <TimeAgo className="meta__dot" at={item.created_at} />
        </p>
        <p className="row__text">{marked(highlights, 'content') ?? item.content}</p>
      </article>
    </li>
  )
}

function FoundCommunity({ item, highlights }: Result<'communities'>) {
  const { t } = useSite()
  return (
    <li className="row">
      <Avatar name={item.name} src={iconOf(item.icon_url)} size="m" square />
      <div>
        <h2 className="row__title">
          <Link to={paths.category(item.name)}>{marked(highlights, 'display_name') ?? item.display_name}</Link>
        </h2>
        <p className="row__text">
          r/{item.name} · {t.layout.members(item.member_count)}
        </p>
        {item.description !== '' && (
          <p className="row__text">{marked(highlights, 'description') ?? item.description}</p>
        )}
      </div>
    </li>
  )
}

function FoundUser({ item, highlights }: Result<'users'>) {
  const texts = useTexts('users')
  const { lang } = useSite()
  return (
    <li className="row">
      <Avatar name={item.username} size="m" src={avatarOf(item.avatar_url, 128)} />
      <div>
        <h2 className="row__title">
          <Link to={paths.userAlias(item.username)}>u/{marked(highlights, 'username') ?? item.username}</Link>
          {item.is_admin && (
            <>
              {' '}
              <span className="tag tag--accent">{texts.adminBadge}</span>
            </>
          )}
          {item.is_unclaimed && (
            <>
              {' '}
              <span className="tag">{texts.unclaimed}</span>
            </>
          )}
        </h2>
        <p className="row__text">{texts.karma(formatNumber(lang, item.karma))}</p>
      </div>
    </li>
  )
}
