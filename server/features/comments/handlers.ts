import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { comments } from '#shared/api/comments.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import { applyFilters } from '../filters/apply.ts'
import { requireNotBanned } from '../moderation/bans/queries.ts'
import { decide } from '../moderation/decide.ts'
import { readerOf } from '../moderation/reader.ts'
import { lockThing } from '../moderation/things/queries.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { keepVersion } from '../history/queries.ts'
import { getPost } from '../posts/queries.ts'
import { readCommentPage, readContext } from './page/page.ts'
import { checkNewcomer } from '../trust/newcomers.ts'
import { addComment, getComment, getCommentForChange, softDeleteComment, updateComment } from './queries.ts'

function auditChange(tx: Tx, ctx: UserCtx, action: string, commentId: number, postId: number): Promise<void> {
  return writeAudit(tx, onSite(ctx), { action, target_type: 'comment', target_id: commentId, detail: `post ${postId}` })
}

const ofComment = (text: string) => ({ title: null, text, link: null })

export const commentsHandlers: HandlersOf<typeof comments, CtxByAccess> = {
  list: async (ctx, input) => readCommentPage(ctx.db, input, await readerOf(ctx)),

  context: async (ctx, { comment_id, levels }) => {
    const reader = await readerOf(ctx)
    const { post_id, ...context } = await readContext(ctx.db, comment_id, levels, reader)
    return { post: await getPost(ctx.db, post_id, reader), ...context }
  },

  create: async (ctx, { parent_id = null, ...input }) => {
    const clock = { now: ctx.now(), timeZone: ctx.config.timeZone }
    const text = await renderText(input.content)
    const reader = await readerOf(ctx)
    return ctx.db.transaction(async (tx) => {
      const { id, category_id } = await addComment(tx, { ...input, text, parent_id, author: ctx.viewer }, clock)
      await checkNewcomer(tx, ctx, reader, { kind: 'comment', id }, { content: input.content, html: text.html }, { isNew: true })
      await applyFilters(tx, ctx, reader, {
        thing: { kind: 'comment', id }, categoryId: category_id, authorId: ctx.viewer.id, written: ofComment(input.content),
      })
      return getComment(tx, id, reader)
    })
  },

  edit: async (ctx, { comment_id, content }) => {
    const { id: userId, is_admin } = ctx.viewer
    const text = await renderText(content)
    const reader = await readerOf(ctx)
    return ctx.db.transaction(async (tx) => {
      await lockThing(tx, { kind: 'comment', id: comment_id })
      const before = await getCommentForChange(tx, comment_id)
      if (before.author_id !== userId && !is_admin) throw new ApiError('forbidden')
      if (before.is_removed) throw new ApiError('removed')
      await requireNotBanned(tx, userId, before.category_id, ctx.now())
      await checkNewcomer(tx, ctx, reader, { kind: 'comment', id: comment_id }, { content, html: text.html }, { isNew: false })
      await keepVersion(tx, 'comment', comment_id, { content }, ctx.now())
      await updateComment(tx, comment_id, { ...before, content, text }, ctx.now())
      ctx.invalidated.add(`post:${before.post_id}`)
      if (before.author_id !== userId) await auditChange(tx, ctx, 'comment.edit', comment_id, before.post_id)
      await applyFilters(tx, ctx, reader, {
        thing: { kind: 'comment', id: comment_id }, categoryId: before.category_id, authorId: before.author_id, written: ofComment(content), former: ofComment(before.content),
      })
      return getComment(tx, comment_id, reader)
    })
  },

  remove: async (ctx, { comment_id }) => {
    const { id: userId, is_admin } = ctx.viewer
    return ctx.db.transaction(async (tx) => {
      const { author_id, category_id, post_id } = await getCommentForChange(tx, comment_id)
      const isOwn = author_id === userId
      const isModerator = !isOwn && await isModeratorOf(tx, userId, category_id)
      if (!isOwn && !is_admin && !isModerator) throw new ApiError('forbidden')
      const now = ctx.now()
      if (!await softDeleteComment(tx, comment_id, now)) throw new ApiError('comment_not_found')
      ctx.invalidated.add(`post:${post_id}`)
      if (isOwn) return { success: true }
      await auditChange(tx, ctx, 'comment.delete', comment_id, post_id)
      await decide(tx, { action: 'deleted', comment_id, user_id: author_id, category_id, reason_code: 'other', by: { id: userId, isAdmin: !isModerator } }, now)
      return { success: true }
    })
  },
}
