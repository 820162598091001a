import type { SiteApi } from '#shared/api/public.ts'
import type { ApiError, CallError } from '#shared/api/errors.ts'
import type { Highlight } from '#shared/api/search.ts'
import type { Category, Comment, Post, UserCard } from '#shared/api/shapes.ts'
import type { Texts } from '#shared/i18n/index.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { SEARCH_SORTS, SEARCH_TYPES, type SearchSort, type SearchType } from '#shared/rules/search-types.ts'
import { textsFor } from '#shared/texts.ts'
import type { Variant } from '#site/core/page.ts'

type ItemOf = { posts: Post; comments: Comment; communities: Category; users: UserCard }

export type Result<Type extends SearchType = SearchType> = { item: ItemOf[Type]; highlights: Highlight[] }

type Results<Type extends SearchType = SearchType> = {
  results: Result<Type>[]
  total: number
  next_cursor: string | null
  corrected: string | null
  is_cut?: true | undefined
}

/** `failure` is the error code if results could not be loaded. */
export type AllResults = { [Type in SearchType]: Results<Type> & { failure: string | null } }

type Criteria = { q: string; sort: SearchSort; variant: Variant }

const NOTHING = { results: [], total: 0, next_cursor: null, corrected: null, failure: null }

export const EMPTY: AllResults = { posts: NOTHING, comments: NOTHING, communities: NOTHING, users: NOTHING }

export const tabOf = (query: URLSearchParams): SearchType =>
  SEARCH_TYPES.find((type) => type === query.get('tab')) ?? 'posts'

export const sortOf = (query: URLSearchParams): SearchSort =>
  SEARCH_SORTS.find((sort) => sort === query.get('sort')) ?? 'relevance'

export async function find<Type extends SearchType>(
  api: SiteApi,
  type: Type,
  { q, sort, variant }: Criteria,
  { cursor, limit }: { cursor?: string | undefined; limit?: number } = {},
): Promise<AllResults[Type]> {
  const found = await api.search.find({
    q,
    type,
    sort,
    cursor,
    nsfw: variant === 'adult',
    limit: limit ?? (type === 'users' ? PAGE.searchUsers : PAGE.search),
  })
  return { ...found, failure: null } as AllResults[Type]
}

/** Returns the cursor that follows the first `offset` results; URLs of result pages contain an offset. */
export async function skip(api: SiteApi, criteria: Criteria, offset: number): Promise<string | undefined> {
  let cursor: string | undefined
  for (let left = offset; left > 0; left -= LIMITS.listLimit) {
    const { next_cursor } = await find(api, 'posts', criteria, { cursor, limit: Math.min(left, LIMITS.listLimit) })
    if (next_cursor === null) break
    cursor = next_cursor
  }
  return cursor
}

/** Returns the message about an invalid query; null for other failures. */
export function issueOf(error: unknown, { lang }: Texts): string | null {
  const { issues: texts, details } = error as Partial<CallError & ApiError>
  const issue = texts?.q ?? (textsFor(lang, 'issues') as Record<string, string>)[details?.issues?.q ?? '']
  if (issue === undefined) console.warn('The search failed', error)
  return issue ?? null
}
