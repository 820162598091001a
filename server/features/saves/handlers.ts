import type { HandlersOf } from '#shared/api/contract.ts'
import type { saves } from '#shared/api/saves.ts'
import type { CtxByAccess } from '#server/context.ts'
import { requirePost } from '../posts/queries.ts'
import { deleteSave, insertSave, isSaved } from './queries.ts'

export const savesHandlers: HandlersOf<typeof saves, CtxByAccess> = {
  isSaved: async (ctx, { post_id }) => {
    await requirePost(ctx.db, post_id)
    return { is_saved: await isSaved(ctx.db, ctx.viewer.id, post_id) }
  },

  save: async (ctx, { post_id, saved }) =>
    ctx.db.transaction(async (tx) => {
      await requirePost(tx, post_id)
      if (saved !== true && ((await deleteSave(tx, ctx.viewer.id, post_id)) || saved === false)) return { saved: false }
      await insertSave(tx, ctx.viewer.id, post_id, ctx.now())
      return { saved: true }
    }),
}
