import type { CommentSortType, SortType } from 'lemmy-js-client'
import type { CommentSort, PostSort, Window } from '#shared/rules/sorts.ts'
import type { SearchSort } from '#shared/rules/search-types.ts'

type Order = { sort: PostSort; window?: Window }

const HOT: Order = { sort: 'hot' }
const NEW: Order = { sort: 'new' }
const top = (window: Window): Order => ({ sort: 'top', window })

const ORDERS: Record<SortType, Order> = {
  Active: HOT,
  Scaled: HOT,
  Hot: HOT,
  MostComments: HOT,
  NewComments: HOT,
  New: NEW,
  Old: NEW,
  Controversial: { sort: 'controversial' },
  TopHour: top('day'),
  TopSixHour: top('day'),
  TopTwelveHour: top('day'),
  TopDay: top('day'),
  TopWeek: top('week'),
  TopMonth: top('month'),
  TopThreeMonths: top('year'),
  TopSixMonths: top('year'),
  TopNineMonths: top('year'),
  TopYear: top('year'),
  TopAll: top('all'),
}

const COMMENT_ORDERS: Record<CommentSortType, CommentSort> = {
  Hot: 'best',
  Top: 'top',
  New: 'new',
  Old: 'old',
  Controversial: 'controversial',
}

const find = <Value>(values: Record<string, Value>, name: unknown): Value | undefined =>
  typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : undefined

export const orderOf = (name: unknown): Order => find(ORDERS, name) ?? HOT

export const commentOrderOf = (name: unknown): CommentSort => find(COMMENT_ORDERS, name) ?? 'best'

export function searchOrderOf(name: unknown): SearchSort {
  const { sort } = orderOf(name)
  return sort === 'hot' ? 'relevance' : sort === 'new' ? 'new' : 'top'
}
