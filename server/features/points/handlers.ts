import type { HandlersOf } from '#shared/api/contract.ts'
import type { points } from '#shared/api/points.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { CtxByAccess } from '#server/context.ts'
import { balanceOf, listEntries, listLeaders } from './queries.ts'

export const pointsHandlers: HandlersOf<typeof points, CtxByAccess> = {
  mine: (ctx) => balanceOf(ctx.db, ctx.viewer.id, { now: ctx.now(), timeZone: ctx.config.timeZone }),

  transactions: async (ctx, page) => {
    const { pointReasons } = catalog(ctx.lang)
    const entries = await listEntries(ctx.db, ctx.viewer.id, page)
    return entries.map((entry) => ({ ...entry, reason_display: pointReasons[entry.reason] }))
  },

  leaderboard: (ctx, { limit }) => listLeaders(ctx.db, limit),
}
