import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { LAST_ID, time } from './fields.ts'
import { Category, Comment, Post, UserCard } from './shapes.ts'
import { shows } from './shown.ts'
import { LIMITS } from '../limits.ts'

/** Up to `LIMITS.lookup` ids, separated by commas. */
const ids = v.pipe(
  v.string('required'),
  v.maxLength(LIMITS.lookup * 11, 'ids'),
  v.regex(/^\d{1,10}(,\d{1,10})*$/, 'ids'),
  v.transform((text) => [...new Set(text.split(',').map((id) => Math.min(Number(id), LAST_ID)))]),
  v.maxLength(LIMITS.lookup, 'ids'),
)

const input = v.object({ ids })

const member = shows(
  'user',
  v.object({ ...UserCard.entries, bio: v.string(), created_at: time, is_ai: v.boolean(), is_blocked: v.boolean() }),
)
export type FoundUser = v.InferOutput<typeof member>

const community = shows(
  'category',
  v.object({ ...Category.entries, created_at: time, is_member: v.boolean(), moderator_ids: v.array(v.number()) }),
)
export type FoundCategory = v.InferOutput<typeof community>

/** `path`: the ids of the ancestors from the topmost on, then of the comment itself. */
const comment = shows('comment', v.object({ ...Comment.entries, path: v.array(v.number()) }))

/** Content is returned in the order of the ids; missing content and content hidden from the caller are left out. */
export const lookups = {
  users: endpoint({
    method: 'GET',
    path: '/api/lookup/users',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input,
    output: v.object({ users: v.array(member) }),
    summary: 'Up to 100 members by their ids',
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/lookup/categories',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input,
    output: v.object({ categories: v.array(community) }),
    summary: 'Up to 100 communities by their ids, with their moderators and what the caller is there',
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/lookup/posts',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input,
    output: v.object({ posts: v.array(Post) }),
    summary: 'Up to 100 posts in full by their ids',
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/lookup/comments',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input,
    output: v.object({ comments: v.array(comment) }),
    summary: 'Up to 100 comments by their ids, each with the ids of its parents',
  }),
}
