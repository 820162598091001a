import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { history } from '#shared/api/history.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import { getCommentForChange } from '../comments/queries.ts'
import { decide, isModeratorOf } from '../moderation/index.ts'
import { getPostForChange } from '../posts/queries.ts'
import { deleteVersion, versionsOfComment, versionsOfPost } from './queries.ts'

type Versioned = { kind: 'post' | 'comment'; id: number; author_id: number | null; category_id: number }

/** Deletions by staff are audited and recorded as moderation decisions. Throws `forbidden`, `not_found`. */
async function deleteVersionAs(
  tx: Tx,
  ctx: UserCtx,
  { kind, id, author_id, category_id }: Versioned,
  versionId: number,
  reason_code: ReasonCode,
): Promise<void> {
  const { id: userId, is_admin } = ctx.viewer
  const isOwn = author_id === userId
  const isModerator = !isOwn && (await isModeratorOf(tx, userId, category_id))
  if (!isOwn && !is_admin && !isModerator) throw new ApiError('forbidden')
  await deleteVersion(tx, kind, id, versionId)
  if (isOwn) return
  await writeAudit(tx, onSite(ctx), { action: `${kind}.delete_version`, target_type: kind, target_id: id })
  const target = kind === 'post' ? { post_id: id } : { comment_id: id }
  await decide(
    tx,
    {
      action: 'version_deleted',
      ...target,
      user_id: author_id,
      category_id,
      reason_code,
      by: { id: userId, isAdmin: !isModerator },
    },
    ctx.now(),
  )
}

export const historyHandlers: HandlersOf<typeof history, CtxByAccess> = {
  post: (ctx, { post_id, ...page }) => versionsOfPost(ctx.db, post_id, page),

  comment: (ctx, { comment_id, ...page }) => versionsOfComment(ctx.db, comment_id, page),

  deletePostVersion: (ctx, { post_id, version_id, reason_code }) =>
    ctx.db.transaction(async (tx) => {
      const { author_id, category_id } = await getPostForChange(tx, post_id)
      await deleteVersionAs(tx, ctx, { kind: 'post', id: post_id, author_id, category_id }, version_id, reason_code)
      return { success: true }
    }),

  deleteCommentVersion: (ctx, { comment_id, version_id, reason_code }) =>
    ctx.db.transaction(async (tx) => {
      const { author_id, category_id } = await getCommentForChange(tx, comment_id)
      await deleteVersionAs(
        tx,
        ctx,
        { kind: 'comment', id: comment_id, author_id, category_id },
        version_id,
        reason_code,
      )
      return { success: true }
    }),
}
