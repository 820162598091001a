import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, id, limit, success, time } from './fields.ts'
import { reasonCode } from './moderation.ts'
import { LIMITS } from '../limits.ts'

const Version = v.object({
  id: v.number(),
  title: v.nullable(v.string()),
  content: v.string(),
  content_html: v.string(),
  edited_at: time,
})
export type Version = v.InferOutput<typeof Version>

const versions = v.object({ versions: v.array(Version), next_cursor: v.nullable(v.string()) })

const page = { cursor, limit: limit(LIMITS.versions) }

const removal = { version_id: id, reason_code: v.optional(reasonCode, 'other') }

export const history = {
  post: endpoint({
    method: 'GET',
    path: '/api/posts/:post_id/history',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ post_id: id, ...page }),
    output: versions,
    errors: ['post_not_found', 'bad_cursor'],
    summary:
      'Former texts of a post with the time of the edit that replaced each, newest first, at most 20; a page has ' +
      'fewer where they are long',
  }),
  deletePostVersion: endpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/history/:version_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'write',
    input: v.object({ post_id: id, ...removal }),
    output: success,
    errors: ['post_not_found', 'not_found', 'forbidden'],
    summary:
      'Deletes a former text of a post for good: its author, or an admin or a moderator, whose deletion is a decision',
  }),
  comment: endpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/history',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ comment_id: id, ...page }),
    output: versions,
    errors: ['comment_not_found', 'bad_cursor'],
    summary:
      'Former texts of a comment with the time of the edit that replaced each, newest first, at most 20; a page ' +
      'has fewer where they are long',
  }),
  deleteCommentVersion: endpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id/history/:version_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'write',
    input: v.object({ comment_id: id, ...removal }),
    output: success,
    errors: ['comment_not_found', 'not_found', 'forbidden'],
    summary:
      'Deletes a former text of a comment for good: its author, or an admin or a moderator, whose deletion is a ' +
      'decision',
  }),
}
