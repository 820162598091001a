import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, time } from './fields.ts'

const Version = v.object({ title: v.nullable(v.string()), content: v.string(), content_html: v.string(), edited_at: time })
export type Version = v.InferOutput<typeof Version>

const versions = v.object({ versions: v.array(Version) })

export const history = {
  post: endpoint({
    method: 'GET', path: '/api/posts/:post_id/history', access: 'public', rate: 'read',
    input: v.object({ post_id: id }), output: versions,
    errors: ['post_not_found'],
    summary: 'Former texts of a post with the time of the edit that replaced each, newest first, at most 20',
  }),
  comment: endpoint({
    method: 'GET', path: '/api/comments/:comment_id/history', access: 'public', rate: 'read',
    input: v.object({ comment_id: id }), output: versions,
    errors: ['comment_not_found'],
    summary: 'Former texts of a comment with the time of the edit that replaced each, newest first, at most 20',
  }),
}
