import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { notifications } from '#shared/api/notifications.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { CtxByAccess } from '#server/context.ts'
import { unsubscribeHandlers } from '../mails/unsubscribe.ts'
import { requirePost } from '../posts/queries.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './queries.ts'
import { latestIdOf, readPage } from './page/page.ts'
import { markGroupRead } from './page/queries.ts'
import { asNotification } from './rules.ts'
import { changeSettings, getSettings, getThreadLevel, setThreadLevel } from './settings/queries.ts'

export const notificationsHandlers: HandlersOf<typeof notifications, CtxByAccess> = {
  count: async (ctx) => ({ unread_count: await countUnread(ctx.db, ctx.viewer.id) }),

  list: async (ctx, page) => {
    const rows = await listNotifications(ctx.db, ctx.viewer.id, page)
    const t = catalog(ctx.lang).notifications
    return rows.map((row) => asNotification(row, t, ctx.variant))
  },

  page: async (ctx, input) => {
    const [{ items, next_cursor }, unread_count] = await Promise.all([
      readPage(ctx.db, ctx.viewer.id, input),
      countUnread(ctx.db, ctx.viewer.id),
    ])
    const t = catalog(ctx.lang).notifications
    return {
      notifications: items.map(({ row, group }) => asNotification(row, t, ctx.variant, group)),
      unread_count,
      next_cursor,
    }
  },

  markAllRead: async (ctx) => {
    await markAllRead(ctx.db, ctx.viewer.id)
    return { success: true }
  },

  markRead: async (ctx, { notification_id }) => {
    const latestId = latestIdOf(notification_id)
    const isMarked =
      latestId === null
        ? await markRead(ctx.db, ctx.viewer.id, notification_id)
        : await markGroupRead(ctx.db, ctx.viewer.id, latestId)
    if (!isMarked) throw new ApiError('not_found')
    return { success: true }
  },

  settings: (ctx) => getSettings(ctx.db, ctx.viewer.id),

  editSettings: (ctx, change) => ctx.db.transaction((tx) => changeSettings(tx, ctx.viewer.id, change)),

  thread: async (ctx, { post_id }) => ({ level: await getThreadLevel(ctx.db, ctx.viewer.id, post_id) }),

  setThread: async (ctx, { post_id, level }) => {
    await requirePost(ctx.db, post_id)
    await setThreadLevel(ctx.db, ctx.viewer.id, post_id, level)
    return { level }
  },

  ...unsubscribeHandlers,
}
