import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { notifications } from '#shared/api/notifications.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { CtxByAccess } from '#server/context.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './queries.ts'
import { asNotification } from './rules.ts'

export const notificationsHandlers: HandlersOf<typeof notifications, CtxByAccess> = {
  count: async (ctx) => ({ unread_count: await countUnread(ctx.db, ctx.viewer.id) }),

  list: async (ctx, page) => {
    const rows = await listNotifications(ctx.db, ctx.viewer.id, page)
    const t = catalog(ctx.lang).notifications
    return rows.map((row) => asNotification(row, t, ctx.variant))
  },

  markAllRead: async (ctx) => {
    await markAllRead(ctx.db, ctx.viewer.id)
    return { success: true }
  },

  markRead: async (ctx, { notification_id }) => {
    if (!await markRead(ctx.db, ctx.viewer.id, notification_id)) throw new ApiError('not_found')
    return { success: true }
  },
}
