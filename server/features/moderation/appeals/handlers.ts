import type { HandlersOf } from '#shared/api/contract.ts'
import type { appeals } from '#shared/api/appeals.ts'
import type { CtxByAccess } from '#server/context.ts'
import { openAppeal } from './actions.ts'
import { asAppeal } from './rules.ts'

export const appealsHandlers: HandlersOf<typeof appeals, CtxByAccess> = {
  create: (ctx, { decision_id, text }) =>
    ctx.db.transaction(async (tx) =>
      asAppeal(await openAppeal(tx, { decisionId: decision_id, userId: ctx.viewer.id, text }, ctx.now())),
    ),
}
