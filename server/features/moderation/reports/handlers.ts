import type { reports } from '#shared/api/reports.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { reportMember } from './member-reports.ts'
import { insertReport, lockReported } from './queries.ts'

type Content = { post_id?: number | null; comment_id?: number | null; category_id?: number | null }

function contentOf({ post_id, comment_id, category_id }: Content) {
  if (post_id != null) return { post_id }
  if (comment_id != null) return { comment_id }
  return { category_id: category_id! }
}

export const reportsHandlers: HandlersOf<typeof reports, CtxByAccess> = {
  create: async ({ db, viewer, config, ...ctx }, { reason, message_id, user_id, ...content }) => {
    const now = ctx.now()
    const lifetime = { now, ttl: config.messageTtlAfterRead }
    return db.transaction(async (tx) => {
      if (message_id != null) return reportMember(tx, viewer.id, { message_id }, { reason, lifetime })
      if (user_id != null) return reportMember(tx, viewer.id, { user_id }, { reason, lifetime })
      const target = contentOf(content)
      const scope = await lockReported(tx, target)
      return insertReport(tx, viewer.id, target, { scope, reason, now })
    })
  },
}
