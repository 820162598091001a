import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { decisions } from '#shared/api/moderation.ts'
import type { CtxByAccess } from '#server/context.ts'
import { getCategory } from '../../categories/queries.ts'
import { isStaffAs, readerOf } from '../reader.ts'
import { listDecisions } from './queries.ts'
import { asLogEntry, asOwnDecision } from './rules.ts'

export const decisionsHandlers: HandlersOf<typeof decisions, CtxByAccess> = {
  mine: async (ctx, page) => {
    const found = await listDecisions(ctx.db, { ...page, userId: ctx.viewer.id })
    return { decisions: found.page.map((row) => asOwnDecision(row, ctx.variant)), next_cursor: found.next_cursor }
  },

  ofCategory: async (ctx, { category_id, ...page }) => {
    await getCategory(ctx.db, category_id)
    const isStaff = await isStaffAs(ctx.db, await readerOf(ctx), category_id)
    if (!isStaff && !ctx.settings.value('public_log')) throw new ApiError('feature_off')
    const found = await listDecisions(ctx.db, { ...page, categoryId: category_id, isPublic: !isStaff })
    return { entries: found.page.map((row) => asLogEntry(row, isStaff)), next_cursor: found.next_cursor }
  },
}
