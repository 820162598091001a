import type { reports } from '#shared/api/reports.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { insertReport, lockReported, type ReportTarget } from './queries.ts'

type Targets = { post_id?: number | null; comment_id?: number | null; category_id?: number | null }

function targetOf({ post_id, comment_id, category_id }: Targets): ReportTarget {
  if (post_id != null) return { post_id }
  if (comment_id != null) return { comment_id }
  return { category_id: category_id! }
}

export const reportsHandlers: HandlersOf<typeof reports, CtxByAccess> = {
  create: async (ctx, input) => {
    const target = targetOf(input)
    return ctx.db.transaction(async (tx) => {
      const scope = await lockReported(tx, target)
      return insertReport(tx, ctx.viewer.id, target, { scope, reason: input.reason, now: ctx.now() })
    })
  },
}
