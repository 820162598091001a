import type { announcements } from '#shared/api/announcements.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { isReadOnly } from '#server/http/read-only.ts'
import { findModerated } from '../moderation/index.ts'
import { closedIds, currentAnnouncements, inLanguage } from './rules.ts'

const isStaff = async ({ db, viewer }: BaseCtx): Promise<boolean> =>
  viewer !== null && (viewer.is_admin || (await findModerated(db, viewer.id)).length > 0)

export const announcementsHandlers: HandlersOf<typeof announcements, CtxByAccess> = {
  async list(ctx) {
    const { settings, viewer, lang } = ctx
    const all = currentAnnouncements(settings, ctx.now(), closedIds(ctx.closed_announcements))
    const seesStaff = all.some(({ audience }) => audience === 'staff') && (await isStaff(ctx))
    const shown = all.filter(
      ({ audience }) =>
        audience === 'all' || (audience === 'members' && viewer !== null) || (audience === 'staff' && seesStaff),
    )
    return {
      announcements: shown.map((each) => inLanguage(each, lang)),
      read_only: isReadOnly(ctx) ? { message: settings.value(`read_only_message_${lang}`) } : null,
    }
  },
}
