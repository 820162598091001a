import type { HandlersOf } from '#shared/api/contract.ts'
import type { adminMaintenance, Maintenance } from '#shared/api/maintenance.ts'
import type { CtxByAccess, Services } from '#server/context.ts'
import { writeAudit } from '../audit/queries.ts'
import { storeReadOnly } from './read-only-mode.ts'

const current = ({ settings }: Pick<Services, 'settings'>): Maintenance => ({
  read_only: settings.value('read_only'),
  message_pl: settings.value('read_only_message_pl'),
  message_en: settings.value('read_only_message_en'),
})

export const adminMaintenanceHandlers: HandlersOf<typeof adminMaintenance, CtxByAccess> = {
  async get(ctx) {
    await ctx.settings.refresh()
    return current(ctx)
  },

  async change(ctx, wanted) {
    await ctx.db.transaction(async (tx) => {
      await storeReadOnly(tx, ctx, wanted, ctx.staff.account?.id ?? null)
      if (wanted.read_only === undefined) return
      await writeAudit(tx, ctx, {
        action: wanted.read_only ? 'maintenance.on' : 'maintenance.off',
        target_type: 'setting',
      })
    })
    await ctx.settings.announce()
    return current(ctx)
  },
}
