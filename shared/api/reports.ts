import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, text } from './fields.ts'
import { ReportStatus } from './shapes.ts'
import { LIMITS } from '../limits.ts'

export const createReport = v.pipe(
  v.object({
    post_id: v.nullish(id),
    comment_id: v.nullish(id),
    category_id: v.nullish(id),
    reason: text(1, LIMITS.reportReason, 'reason_length'),
  }),
  v.forward(
    v.check(
      (report) =>
        [report.post_id, report.comment_id, report.category_id].filter((target) => target != null).length === 1,
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
    rate: 'report',
    status: 201,
    idempotent: true,
    input: createReport,
    output: v.object({ id: v.number(), status: ReportStatus }),
    errors: ['post_not_found', 'comment_not_found', 'category_not_found', 'already_reported', 'invalid'],
    summary: 'Reports a post, a comment or a community',
  }),
}
