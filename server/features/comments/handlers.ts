import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { comments } from '#shared/api/comments.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { prepared } from '#server/lib/prepared.ts'
import type { Rendered } from '#server/markdown/markdown.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import {
  applyVerdict,
  checkFilters,
  checkNewcomer,
  decide,
  type FilterCheck,
  findRestoration,
  isModeratorOf,
  isPublished,
  lockContent,
  type Reader,
  readerOf,
  recordNewcomer,
  requireNotBanned,
  requireSameText,
  storeEdit,
  takeNewcomerTurn,
  verdictOf,
} from '../moderation/index.ts'
import { keepVersion } from '../history/queries.ts'
import { getHomeOfPost, getPost } from '../posts/queries.ts'
import { readTranscript } from '../uploads/transcript.ts'
import { readCommentPage, readContext } from './page/page.ts'
import { changedVideoTexts, dropCaptions } from '../uploads/video-texts.ts'
import {
  addComment,
  getComment,
  getCommentForChange,
  softDeleteComment,
  updateComment,
  updateVideoTexts,
} from './queries.ts'

function auditChange(tx: Tx, ctx: UserCtx, action: string, commentId: number, postId: number): Promise<void> {
  return writeAudit(tx, onSite(ctx), { action, target_type: 'comment', target_id: commentId, detail: `post ${postId}` })
}

function requireOwn<Comment extends { author_id: number | null }>({ viewer }: UserCtx, comment: Comment): Comment {
  if (comment.author_id !== viewer.id && !viewer.is_admin) throw new ApiError('forbidden')
  return comment
}

const ofComment = (text: string) => ({ title: null, text, link: null })

type TextEdit = {
  id: number
  before: Awaited<ReturnType<typeof getCommentForChange>>
  content: string
  text: Rendered
  reader: Reader
  check: FilterCheck
}

/** The caller must have locked the comment's row. */
async function storeText(tx: Tx, ctx: UserCtx, { id, before, content, text, reader, check }: TextEdit): Promise<void> {
  if (content === '' && before.image_url === null && before.video_url === null)
    throw invalidField('content', 'required')
  requireSameText(check, ofComment(before.content))
  const ref = { kind: 'comment' as const, id }
  const newcomer =
    before.author_id !== ctx.viewer.id
      ? null
      : await checkNewcomer(tx, ctx, reader, { ...ref, categoryId: before.category_id }, { content, html: text.html })
  const verdict = await verdictOf(tx, check, newcomer?.isHeld ? HELD_NEWCOMER : null)
  await keepVersion(tx, 'comment', id, { content }, ctx.now())
  await updateComment(
    tx,
    id,
    { ...before, content, text, isPublic: before.held_at === null && isPublished(verdict) },
    ctx.now(),
  )
  await recordNewcomer(tx, ctx, newcomer, ref, { isNew: false })
  await applyVerdict(tx, ref, verdict, { isNew: false, now: ctx.now() })
}

export const commentsHandlers: HandlersOf<typeof comments, CtxByAccess> = {
  list: async (ctx, input) => readCommentPage(ctx.db, input, await readerOf(ctx)),

  context: async (ctx, { comment_id, levels }) => {
    const reader = await readerOf(ctx)
    const { post_id, ...context } = await readContext(ctx.db, comment_id, levels, reader)
    return { post: await getPost(ctx.db, post_id, reader), ...context }
  },

  transcript: async (ctx, { comment_id }) =>
    readTranscript(ctx, await getComment(ctx.db, comment_id, await readerOf(ctx))),

  create: prepared(
    async (ctx, { post_id, content }) => {
      const text = await renderText(content, { by: ctx.viewer.id })
      const reader = await readerOf(ctx)
      const categoryId = await getHomeOfPost(ctx.db, post_id)
      const check = await checkFilters(ctx, reader, { kind: 'comment', id: null, categoryId, text: ofComment(content) })
      return { text, reader, categoryId, check }
    },
    async (ctx, { parent_id = null, ...input }, { text, reader, categoryId, check }) => {
      const now = ctx.now()
      return ctx.db.transaction(async (tx) => {
        await takeNewcomerTurn(tx, ctx, reader)
        const newcomer = await checkNewcomer(
          tx,
          ctx,
          reader,
          { kind: 'comment', id: null, categoryId },
          { content: input.content, html: text.html },
        )
        const verdict = await verdictOf(tx, check, newcomer?.isHeld ? HELD_NEWCOMER : null)
        const added = { ...input, text, parent_id, author: ctx.viewer, isHeld: !isPublished(verdict) }
        const { id } = await addComment(tx, added, { now, timeZone: ctx.config.timeZone })
        await recordNewcomer(tx, ctx, newcomer, { kind: 'comment', id }, { isNew: true })
        await applyVerdict(tx, { kind: 'comment', id }, verdict, { isNew: true, now })
        return getComment(tx, id, reader)
      })
    },
  ),

  edit: async (ctx, { comment_id, content, ...videoTexts }) => {
    const text = content === undefined ? null : await renderText(content, { by: ctx.viewer.id })
    const reader = await readerOf(ctx)
    const ref = { kind: 'comment' as const, id: comment_id }
    const read = async () => {
      const { category_id, content: former } = requireOwn(ctx, await getCommentForChange(ctx.db, comment_id))
      return { ...ref, categoryId: category_id, text: ofComment(content ?? former), formerText: ofComment(former) }
    }
    return storeEdit(ctx, reader, read, (check) =>
      ctx.db.transaction(async (tx) => {
        await takeNewcomerTurn(tx, ctx, reader)
        await lockContent(tx, ref)
        const before = requireOwn(ctx, await getCommentForChange(tx, comment_id))
        if (before.is_removed) throw new ApiError('removed')
        await requireNotBanned(tx, ctx.viewer.id, before.category_id, ctx.now())
        const changed = await changedVideoTexts(tx, ctx.viewer.id, before, videoTexts)
        if (Object.keys(changed).length > 0) {
          await updateVideoTexts(tx, { id: comment_id, post_id: before.post_id }, changed)
          if (changed.captions_url !== undefined) await dropCaptions(tx, before.captions_url, ctx.now())
        }
        const isSame = content === before.content && Object.keys(changed).length > 0
        if (text && content !== undefined && !isSame)
          await storeText(tx, ctx, { id: comment_id, before, content, text, reader, check })
        ctx.invalidated.add(`post:${before.post_id}`)
        if (before.author_id !== ctx.viewer.id) await auditChange(tx, ctx, 'comment.edit', comment_id, before.post_id)
        return getComment(tx, comment_id, reader)
      }),
    )
  },

  remove: async (ctx, { comment_id }) => {
    const { id: userId, is_admin } = ctx.viewer
    return ctx.db.transaction(async (tx) => {
      const { author_id, category_id, post_id } = await getCommentForChange(tx, comment_id)
      const isOwn = author_id === userId
      const isModerator = !isOwn && (await isModeratorOf(tx, userId, category_id))
      if (!isOwn && !is_admin && !isModerator) throw new ApiError('forbidden')
      const now = ctx.now()
      if (!(await softDeleteComment(tx, comment_id, now))) throw new ApiError('comment_not_found')
      ctx.invalidated.add(`post:${post_id}`)
      if (isOwn) return { success: true }
      await auditChange(tx, ctx, 'comment.delete', comment_id, post_id)
      const overrides = await findRestoration(tx, { comment_id })
      await decide(
        tx,
        {
          action: 'deleted',
          comment_id,
          overrides,
          user_id: author_id,
          category_id,
          reason_code: 'other',
          by: { id: userId, isAdmin: !isModerator },
        },
        now,
      )
      return { success: true }
    })
  },
}
