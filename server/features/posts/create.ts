import type * as v from 'valibot'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { createPost } from '#shared/api/posts.ts'
import type { PostImage } from '#shared/api/shapes.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { UserCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { announcePost, deferContent } from '../deferred/queries.ts'
import { findCategory, isMember } from '../categories/queries.ts'
import { requireFlair } from '../categories/settings/queries.ts'
import {
  applyVerdict,
  checkFilters,
  checkNewcomer,
  isModeratorOf,
  isPublished,
  readerOf,
  recordNewcomer,
  requireNotBanned,
  takeNewcomerTurn,
  verdictOf,
} from '../moderation/index.ts'
import { insertPollOptions } from '../polls/queries.ts'
import { claimUpload } from '../uploads/queries.ts'
import { claimVideoTexts, type NewVideoTexts } from '../uploads/video-texts.ts'
import { insertPost } from './queries.ts'
import { imageColumns, linkColumns, pollClosing, requireOneMedium, textColumns } from './rules.ts'

export type NewPostValues = Omit<v.InferOutput<typeof createPost>, 'website' | 'elapsed_ms'>

type Media = NewVideoTexts & { image_url: string | null; images: { url: string; alt: string }[] }

async function claimImages(tx: DbOrTx, userId: number, { image_url, images }: Media): Promise<PostImage[]> {
  const wanted = image_url === null ? images : [{ url: image_url, alt: '' }]
  const claimed: PostImage[] = []
  for (const { url, alt } of wanted) {
    const { width, height, placeholder } = await claimUpload(tx, {
      userId,
      url,
      kind: 'image',
      field: image_url === null ? 'images' : 'image_url',
    })
    claimed.push({ url, width, height, placeholder, alt })
  }
  return claimed
}

async function mediaColumns(tx: DbOrTx, userId: number, media: Media) {
  const images = await claimImages(tx, userId, media)
  const video = media.video_url ? await claimUpload(tx, { userId, url: media.video_url, kind: 'video' }) : null
  const texts = await claimVideoTexts(tx, userId, media)
  return { ...imageColumns(images), video_url: video?.url, video_poster_url: video?.poster_url, ...texts }
}

/** The text is rendered and filtered before the transaction, because both are slow. */
export async function preparePost(
  ctx: UserCtx,
  { title, content, category_id, link_url, image_url, video_url, images }: NewPostValues,
) {
  requireOneMedium({ image_url, video_url, images, link_url })
  const text = await renderText(content, { by: ctx.viewer.id })
  const reader = await readerOf(ctx)
  const check = await checkFilters(ctx, reader, {
    kind: 'post',
    id: null,
    categoryId: category_id,
    text: { title, text: content, link: link_url },
  })
  return { text, reader, check }
}

export type ReadyPost = Awaited<ReturnType<typeof preparePost>>

export async function getHome(tx: Tx, userId: number, categoryId: number, now: Date) {
  const home = await findCategory(tx, categoryId)
  if (!home) throw invalidField('category_id', 'category_missing')
  if (!(await isMember(tx, userId, categoryId))) throw new ApiError('not_a_member')
  await requireNotBanned(tx, userId, categoryId, now)
  if (home.posting === 'moderators' && !(await isModeratorOf(tx, userId, categoryId)))
    throw new ApiError('moderators_only')
  return home
}

/**
 * Publishes the post, or holds it for a moderator if a filter says so; `stream_id` is set for the post of a live
 * stream.
 */
export async function storePost(
  tx: Tx,
  ctx: UserCtx,
  { title, content, category_id, link_url, poll, is_spoiler, flair_id = null, ...media }: NewPostValues,
  { text, reader, check }: ReadyPost,
  { stream_id }: { stream_id?: number } = {},
): Promise<number> {
  const { id: userId } = ctx.viewer
  const now = ctx.now()
  const home = await getHome(tx, userId, category_id, now)
  if (flair_id !== null) await requireFlair(tx, flair_id, category_id)
  await takeNewcomerTurn(tx, ctx, reader)
  const newcomer = await checkNewcomer(
    tx,
    ctx,
    reader,
    { kind: 'post', id: null, categoryId: category_id },
    { title, content, html: text.html, link_url },
  )
  const verdict = await verdictOf(tx, check, newcomer?.isHeld ? HELD_NEWCOMER : null)
  const isPublic = isPublished(verdict)
  const columns = {
    title,
    category_id,
    flair_id,
    stream_id,
    author_id: userId,
    created_at: now,
    is_spoiler,
    ...textColumns(content, text),
    ...(await mediaColumns(tx, userId, media)),
    // The post of a stream shows the stream instead of its link, which the filters have already checked.
    ...linkColumns(stream_id === undefined ? link_url : null),
    poll_closes_at: poll && pollClosing(poll.hours, now),
    held_at: isPublic ? null : now,
  }
  const id = await insertPost(tx, columns, home.is_nsfw)
  if (id === null) throw invalidField('category_id', 'category_missing')
  if (poll) await insertPollOptions(tx, id, poll.options)
  if (isPublic)
    await announcePost(tx, { id, author_id: userId, mentions: text.mentions }, { now, timeZone: ctx.config.timeZone })
  else await deferContent(tx, { kind: 'post', id }, { isNew: true, mentions: text.mentions })
  await recordNewcomer(tx, ctx, newcomer, { kind: 'post', id }, { isNew: true })
  await applyVerdict(tx, { kind: 'post', id }, verdict, { isNew: true, now })
  return id
}
