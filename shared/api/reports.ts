import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, text } from './fields.ts'
import { ReportStatus } from './shapes.ts'
import { LIMITS } from '../limits.ts'

const createReport = v.pipe(
  v.object({
    post_id: v.nullish(id),
    comment_id: v.nullish(id),
    category_id: v.nullish(id),
    message_id: v.nullish(id),
    user_id: v.nullish(id),
    reason: text(1, LIMITS.reportReason, 'reason_length'),
  }),
  v.forward(
    v.check(
      ({ post_id, comment_id, category_id, message_id, user_id }) =>
        [post_id, comment_id, category_id, message_id, user_id].filter((target) => target != null).length === 1,
      'one_target',
    ),
    ['post_id'],
  ),
)

export const reports = {
  create: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'user',
    scope: 'write:posts',
    rate: 'report',
    status: 201,
    idempotent: true,
    input: createReport,
    output: v.object({ id: v.number(), status: ReportStatus }),
    errors: [
      'post_not_found',
      'comment_not_found',
      'category_not_found',
      'message_not_found',
      'user_not_found',
      'self',
      'already_reported',
      'invalid',
    ],
    summary: 'Reports a post, a comment, a community, a received message or a member',
  }),
}
