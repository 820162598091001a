import * as v from 'valibot'
import { PAGE } from '../limits.ts'
import { SEARCH_SORTS, SEARCH_TYPES } from '../rules/search-types.ts'
import { endpoint } from './contract.ts'
import { cursor, limit, nsfw, query } from './fields.ts'
import { Category, Comment, Post, UserCard } from './shapes.ts'

/** `html` is escaped text with `<mark>` around the matches; long texts are truncated. */
const Highlight = v.object({
  field: v.picklist(['title', 'content', 'display_name', 'description', 'username']),
  html: v.string(),
})
export type Highlight = v.InferOutput<typeof Highlight>

const hasField = (item: unknown, field: string) => typeof item === 'object' && item !== null && field in item

export const FOUND_SHAPES = [Post, Comment, Category, UserCard] as const

/** The schema is chosen by the result's fields, because a union would try each schema in full. */
const shapeOf = (item: unknown) =>
  hasField(item, 'title')
    ? Post
    : hasField(item, 'post_id')
      ? Comment
      : hasField(item, 'member_count')
        ? Category
        : UserCard

const name = v.optional(v.pipe(v.string(), v.maxLength(100)))

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'public',
    scope: 'read',
    rate: 'search',
    input: v.object({
      q: query,
      type: v.optional(v.picklist(SEARCH_TYPES, 'search_type'), 'posts'),
      sort: v.optional(v.picklist(SEARCH_SORTS, 'sort'), 'relevance'),
      in: name,
      author: name,
      nsfw,
      limit: limit(PAGE.search),
      cursor,
    }),
    output: v.object({
      results: v.array(v.object({ item: v.lazy(shapeOf), highlights: v.array(Highlight) })),
      total: v.number(),
      next_cursor: v.nullable(v.string()),
      corrected: v.nullable(v.string()),
      is_cut: v.optional(v.literal(true)),
    }),
    errors: ['bad_cursor', 'search_too_broad', 'invalid'],
    summary:
      'Posts, comments, communities or people; totals are counted up to 1,000. `is_cut` is there where more may ' +
      'match than `total`: the search ended at 1,000 results, or at the newest of what it may read. At most ' +
      'three phrases. Operators in q: "phrase", -word, in:, author:, before:, after:, has:, title:',
  }),
}
