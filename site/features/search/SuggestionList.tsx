import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { SiteApi } from '#shared/api/public.ts'
import type { Category, Post, UserCard } from '#shared/api/shapes.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf, iconOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { useText } from '#site/core/site-context.tsx'

export type Option =
  | { group: 'posts'; path: string; item: Post }
  | { group: 'users'; path: string; item: UserCard }
  | { group: 'categories'; path: string; item: Category }

const GROUPS = ['posts', 'users', 'categories'] as const

/** If the request for one type fails, this type has no suggestions; returns null if all requests fail. */
export async function findOptions(
  api: SiteApi,
  q: string,
  nsfw: boolean,
  signal: AbortSignal,
): Promise<Option[] | null> {
  const limit = PAGE.suggestions
  const groups = await Promise.allSettled([
    api.posts
      .search({ q, limit, nsfw }, { signal })
      .then(({ posts }) => posts.map((item): Option => ({ group: 'posts', path: paths.post(item.id), item }))),
    api.users
      .search({ q, limit }, { signal })
      .then((users) => users.map((item): Option => ({ group: 'users', path: paths.user(item.username), item }))),
    api.categories
      .list({ search: q, limit, nsfw }, { signal })
      .then((categories) =>
        categories.map((item): Option => ({ group: 'categories', path: paths.category(item.name), item })),
      ),
  ])
  if (!signal.aborted)
    for (const group of groups) if (group.status === 'rejected') console.warn('Searching failed', group.reason)
  if (groups.every(({ status }) => status === 'rejected')) return null
  return groups.flatMap((group) => (group.status === 'fulfilled' ? group.value : []))
}

export function SuggestionList({
  id,
  options,
  chosen,
  onPick,
}: {
  id: string
  options: Option[]
  chosen: number
  onPick: () => void
}) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  if (options.length === 0)
    return (
      <div className="suggest">
        <p className="suggest__empty">{t.layout.noResults}</p>
      </div>
    )
  return (
    // `onMouseDown` keeps the focus in the search field; if it lost the focus, the top bar would change on phones.
    <div
      ref={list}
      id={id}
      className="suggest"
      role="listbox"
      aria-label={t.layout.suggestions}
      onMouseDown={(event) => event.preventDefault()}>
      {GROUPS.filter((group) => options.some((option) => option.group === group)).map((group) => (
        <div key={group} className="suggest__group" role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className="suggest__title" role="presentation">
            {t.layout.groups[group]}
          </div>
          {options.map(
            (option, at) =>
              option.group === group && (
                <Link
                  key={option.path}
                  id={`${id}-${at}`}
                  className="suggest__item"
                  role="option"
                  aria-selected={at === chosen}
                  tabIndex={-1}
                  to={option.path}
                  onClick={onPick}>
                  <Shown option={option} />
                </Link>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

function Shown({ option }: { option: Option }): ReactNode {
  const t = useText()
  switch (option.group) {
    case 'posts':
      return (
        <span className="suggest__main">
          {option.item.title}
          {option.item.content !== '' && (
            <span className="suggest__note">{option.item.content.slice(0, LIMITS.searchSnippet)}</span>
          )}
        </span>
      )
    case 'users':
      return (
        <>
          <Avatar name={option.item.username} src={avatarOf(option.item.avatar_url)} />
          <span className="suggest__main">u/{option.item.username}</span>
          <span className="suggest__aside">{t.layout.karma(option.item.karma)}</span>
        </>
      )
    case 'categories':
      return (
        <>
          <Avatar name={option.item.name} src={iconOf(option.item.icon_url)} square />
          <span className="suggest__main">r/{option.item.name}</span>
          <span className="suggest__aside">{t.layout.members(option.item.member_count)}</span>
        </>
      )
  }
}
