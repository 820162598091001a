import type * as v from 'valibot'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { editPost as editPostInput } from '#shared/api/posts.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import type { Rendered } from '#server/markdown/markdown.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { deferContent } from '../deferred/queries.ts'
import { lockCategory, requireFlair } from '../categories/settings/queries.ts'
import { keepVersion } from '../history/queries.ts'
import {
  applyVerdict,
  checkNewcomer,
  type FilterCheck,
  isPublished,
  type CheckedText,
  type Reader,
  readerOf,
  recordNewcomer,
  requireNotBanned,
  requireSameText,
  storeEdit,
  takeNewcomerTurn,
  NOT_FILTERED,
  verdictOf,
} from '../moderation/index.ts'
import { notifyMentioned } from '../notifications/queries.ts'
import { getPost, getPostForChange, getFilteredText, updatePost } from './queries.ts'
import { changedVideoTexts, dropCaptions } from '../uploads/video-texts.ts'
import { imageColumns, textColumns, withAlts } from './rules.ts'

async function lockOwnPost(tx: Tx, { viewer, now }: UserCtx, id: number) {
  const post = await getPostForChange(tx, id)
  if (post.author_id !== viewer.id) throw new ApiError('forbidden')
  if (post.removal_id !== null) throw new ApiError('removed')
  await requireNotBanned(tx, viewer.id, post.category_id, now())
  return post
}

type NewText = { title?: string | undefined; content?: string | undefined }

/** Returns the text as it would be after the edit, for the filters to check. */
async function readEdit({ db, viewer }: UserCtx, id: number, { title, content }: NewText): Promise<CheckedText> {
  const { author_id, category_id, written: former } = await getFilteredText(db, id)
  if (author_id !== viewer.id) throw new ApiError('forbidden')
  const written = { ...former, ...(title !== undefined && { title }), ...(content !== undefined && { text: content }) }
  return { kind: 'post', id, categoryId: category_id, text: written, formerText: former }
}

type TextEdit = NewText & {
  before: Awaited<ReturnType<typeof lockOwnPost>>
  text: Rendered | null
  reader: Reader
  check: FilterCheck
}

/** Stores the previous text as a version; the post's row must be locked. */
async function storeText(
  tx: Tx,
  ctx: UserCtx,
  { before, title, content, text, reader, check }: TextEdit,
): Promise<void> {
  const isNewTitle = title !== undefined && title !== before.title
  const isNewText = content !== undefined && content !== before.content
  if (!isNewTitle && !isNewText) return
  requireSameText(check, { title: before.title, text: before.content, link: before.link_url })
  const { id, category_id, held_at } = before
  const [now, ref] = [ctx.now(), { kind: 'post' as const, id }]
  const written = { title: title ?? before.title, content: content ?? before.content, html: text?.html ?? '' }
  const newcomer = await checkNewcomer(tx, ctx, reader, { ...ref, categoryId: category_id }, written)
  if (newcomer && held_at === null) await lockCategory(tx, category_id, 'post_not_found')
  const verdict = await verdictOf(tx, check, newcomer?.isHeld ? HELD_NEWCOMER : null)
  await keepVersion(tx, 'post', id, { title, content }, now)
  await updatePost(tx, id, {
    ...(isNewTitle && { title }),
    ...(isNewText && textColumns(content, text!)),
    edited_at: now,
  })
  if (isNewText && held_at === null && isPublished(verdict))
    await notifyMentioned(tx, { usernames: text!.mentions, actorId: ctx.viewer.id, postId: id, now })
  else if (isNewText) await deferContent(tx, ref, { isNew: false, mentions: text!.mentions })
  await recordNewcomer(tx, ctx, newcomer, ref, { isNew: false })
  await applyVerdict(tx, ref, verdict, { isNew: false, now })
}

type PostEdit = Omit<v.InferOutput<typeof editPostInput>, 'post_id'>

/** `storeMore` runs in the transaction of the edit. */
export async function editPost(
  ctx: UserCtx,
  post_id: number,
  { title, content, images, is_spoiler, flair_id, ...videoTexts }: PostEdit,
  storeMore: (tx: Tx) => Promise<void> = async () => {},
) {
  if (
    [title, content, images, is_spoiler, flair_id, ...Object.values(videoTexts)].every((value) => value === undefined)
  )
    throw invalidField('title', 'nothing_to_change')
  const text = content === undefined ? null : await renderText(content, { by: ctx.viewer.id })
  const reader = await readerOf(ctx)
  const store = (check: FilterCheck) =>
    ctx.db.transaction(async (tx) => {
      await takeNewcomerTurn(tx, ctx, reader)
      const before = await lockOwnPost(tx, ctx, post_id)
      if (flair_id && flair_id !== before.flair_id) await requireFlair(tx, flair_id, before.category_id)
      await storeText(tx, ctx, { before, title, content, text, reader, check })
      const shown = {
        ...(images && imageColumns(withAlts(before.images, images))),
        ...(is_spoiler !== undefined && { is_spoiler }),
        ...(flair_id !== undefined && { flair_id }),
        ...(await changedVideoTexts(tx, ctx.viewer.id, before, videoTexts)),
      }
      if (Object.keys(shown).length > 0) await updatePost(tx, post_id, shown)
      if (shown.captions_url !== undefined) await dropCaptions(tx, before.captions_url, ctx.now())
      await storeMore(tx)
      return getPost(tx, post_id, reader)
    })
  const edited =
    title === undefined && content === undefined
      ? await store(NOT_FILTERED)
      : await storeEdit(ctx, reader, () => readEdit(ctx, post_id, { title, content }), store)
  ctx.invalidated.add(`post:${post_id}`)
  return edited
}
