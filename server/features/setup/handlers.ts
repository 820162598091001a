import type { HandlersOf } from '#shared/api/contract.ts'
import type { setup, setupChecklist } from '#shared/api/setup.ts'
import type { CtxByAccess } from '#server/context.ts'
import { writeAudit } from '../audit/queries.ts'
import { readChecklist } from './checklist.ts'
import { completeSetup } from './complete.ts'
import { putAside } from './queries.ts'
import { sendTestMail } from './test-mail.ts'

export const setupHandlers: HandlersOf<typeof setup, CtxByAccess> = { complete: completeSetup }

export const setupChecklistHandlers: HandlersOf<typeof setupChecklist, CtxByAccess> = {
  get: readChecklist,

  async change(ctx, { id, put_aside }) {
    await ctx.db.transaction(async (tx) => {
      await putAside(tx, id, put_aside ? ctx.now() : null)
      const action = put_aside ? 'setup.put_aside' : 'setup.bring_back'
      await writeAudit(tx, ctx, { action, target_type: 'setting', detail: id })
    })
    return readChecklist(ctx)
  },

  async sendTestMail(ctx, { email }) {
    await sendTestMail(ctx, email)
    return { success: true }
  },
}
