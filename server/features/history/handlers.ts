import type { HandlersOf } from '#shared/api/contract.ts'
import type { history } from '#shared/api/history.ts'
import type { CtxByAccess } from '#server/context.ts'
import { versionsOfComment, versionsOfPost } from './queries.ts'

export const historyHandlers: HandlersOf<typeof history, CtxByAccess> = {
  post: async (ctx, { post_id }) => ({ versions: await versionsOfPost(ctx.db, post_id) }),
  comment: async (ctx, { comment_id }) => ({ versions: await versionsOfComment(ctx.db, comment_id) }),
}
