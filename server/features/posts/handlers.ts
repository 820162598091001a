import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { posts } from '#shared/api/posts.ts'
import type { PostImage } from '#shared/api/shapes.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { prepared } from '#server/lib/prepared.ts'
import type { Rendered } from '#server/markdown/markdown.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { announcePost, deferAnnouncement } from '../announcements/queries.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import { findCategory, isMember } from '../categories/queries.ts'
import { lockCategory, requireFlair } from '../categories/settings/queries.ts'
import {
  carryOut,
  checkFilters,
  checkNewcomer,
  decide,
  type FilterCheck,
  findRestoration,
  isModeratorOf,
  isPublished,
  type Publication,
  type Reader,
  readerOf,
  recordNewcomer,
  requireNotBanned,
  requireSameText,
  storeEdit,
  takeNewcomerTurn,
  UNTOUCHED,
  verdictOf,
} from '../moderation/index.ts'
import { keepVersion } from '../history/queries.ts'
import { notifyMentioned } from '../notifications/queries.ts'
import { insertPollOptions } from '../polls/queries.ts'
import { listSaved } from '../saves/queries.ts'
import { searchPosts } from '../search/search.ts'
import { claimUpload } from '../uploads/queries.ts'
import { readFeed } from './feed/feed.ts'
import {
  findPostsByLink,
  softDeletePost,
  getPost,
  getPostForChange,
  getWrittenPost,
  insertPost,
  loadCards,
  setHomeFeed,
  updatePost,
} from './queries.ts'
import { imageColumns, linkColumns, pollClosing, requireOneMedium, textColumns, withAlts } from './rules.ts'

type Media = { image_url: string | null; video_url: string | null; images: { url: string; alt: string }[] }

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
  return { ...imageColumns(images), video_url: video?.url, video_poster_url: video?.poster_url }
}

/** Throws `post_not_found`, `forbidden`, `removed`, `banned`. */
async function lockOwnPost(tx: Tx, { viewer, now }: UserCtx, id: number) {
  const post = await getPostForChange(tx, id)
  if (post.author_id !== viewer.id) throw new ApiError('forbidden')
  if (post.removal_id !== null) throw new ApiError('removed')
  await requireNotBanned(tx, viewer.id, post.category_id, now())
  return post
}

type NewText = { title?: string | undefined; content?: string | undefined }

/** Of an edit, for the filters. Throws `post_not_found`, `forbidden`. */
async function readEdit({ db, viewer }: UserCtx, id: number, { title, content }: NewText): Promise<Publication> {
  const { author_id, category_id, written: former } = await getWrittenPost(db, id)
  if (author_id !== viewer.id) throw new ApiError('forbidden')
  const written = { ...former, ...(title !== undefined && { title }), ...(content !== undefined && { text: content }) }
  return { kind: 'post', id, categoryId: category_id, written, former }
}

type TextEdit = NewText & {
  before: Awaited<ReturnType<typeof lockOwnPost>>
  text: Rendered | null
  reader: Reader
  check: FilterCheck
}

/** Title and text of a locked post, where they change. */
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
  else if (isNewText) await deferAnnouncement(tx, ref, { isNew: false, mentions: text!.mentions })
  await recordNewcomer(tx, ctx, newcomer, ref, { isNew: false })
  await carryOut(tx, ref, verdict, { isNew: false, now })
}

export const postsHandlers: HandlersOf<typeof posts, CtxByAccess> = {
  list: async (ctx, input) =>
    readFeed(ctx.db, input, { viewer: ctx.viewer, reader: await readerOf(ctx), now: ctx.now() }),

  chooseFeed: async (ctx, { feed }) => {
    await setHomeFeed(ctx.db, ctx.viewer.id, feed)
    return { feed }
  },

  search: async (ctx, input) => {
    const { ids, total, isCut } = await searchPosts(ctx, input)
    return { posts: await loadCards(ctx.db, ids, await readerOf(ctx)), total, ...(isCut && { is_cut: true }) }
  },

  saved: async (ctx, input) => {
    const { saved, total } = await listSaved(ctx.db, ctx.viewer.id, input)
    const savedAt = new Map(saved.map((row) => [row.post_id, row.saved_at]))
    const cards = await loadCards(
      ctx.db,
      saved.map((row) => row.post_id),
      await readerOf(ctx),
    )
    return { posts: cards.map((card) => ({ ...card, saved_at: savedAt.get(card.id)! })), total }
  },

  byLink: async (ctx, { url, nsfw }) => {
    const ids = await findPostsByLink(ctx.db, url, nsfw)
    return { posts: await loadCards(ctx.db, ids, await readerOf(ctx)), link_url: url }
  },

  get: async (ctx, { post_id }) => getPost(ctx.db, post_id, await readerOf(ctx)),

  create: prepared(
    async (ctx, { title, content, category_id, link_url, image_url, video_url, images }) => {
      requireOneMedium({ image_url, video_url, images, link_url })
      const text = await renderText(content, { by: ctx.viewer.id })
      const reader = await readerOf(ctx)
      const check = await checkFilters(ctx, reader, {
        kind: 'post',
        id: null,
        categoryId: category_id,
        written: { title, text: content, link: link_url },
      })
      return { text, reader, check }
    },
    async (
      ctx,
      { title, content, category_id, link_url, poll, is_spoiler, flair_id = null, ...media },
      { text, reader, check },
    ) => {
      const { id: userId } = ctx.viewer
      const now = ctx.now()
      return ctx.db.transaction(async (tx) => {
        const home = await findCategory(tx, category_id)
        if (!home) throw invalidField('category_id', 'category_missing')
        if (!(await isMember(tx, userId, category_id))) throw new ApiError('not_a_member')
        await requireNotBanned(tx, userId, category_id, now)
        if (home.posting === 'moderators' && !(await isModeratorOf(tx, userId, category_id)))
          throw new ApiError('moderators_only')
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
          author_id: userId,
          created_at: now,
          is_spoiler,
          ...textColumns(content, text),
          ...(await mediaColumns(tx, userId, media)),
          ...linkColumns(link_url),
          poll_closes_at: poll && pollClosing(poll.hours, now),
          held_at: isPublic ? null : now,
        }
        const id = await insertPost(tx, columns, home.is_nsfw)
        if (id === null) throw invalidField('category_id', 'category_missing')
        if (poll) await insertPollOptions(tx, id, poll.options)
        if (isPublic)
          await announcePost(
            tx,
            { id, author_id: userId, mentions: text.mentions },
            { now, timeZone: ctx.config.timeZone },
          )
        else await deferAnnouncement(tx, { kind: 'post', id }, { isNew: true, mentions: text.mentions })
        await recordNewcomer(tx, ctx, newcomer, { kind: 'post', id }, { isNew: true })
        await carryOut(tx, { kind: 'post', id }, verdict, { isNew: true, now })
        return getPost(tx, id, reader)
      })
    },
  ),

  edit: async (ctx, { post_id, title, content, images, is_spoiler, flair_id }) => {
    if ([title, content, images, is_spoiler, flair_id].every((value) => value === undefined))
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
        }
        if (Object.keys(shown).length > 0) await updatePost(tx, post_id, shown)
        return getPost(tx, post_id, reader)
      })
    const edited =
      title === undefined && content === undefined
        ? await store(UNTOUCHED)
        : await storeEdit(ctx, reader, () => readEdit(ctx, post_id, { title, content }), store)
    ctx.invalidated.add(`post:${post_id}`)
    return edited
  },

  remove: async (ctx, { post_id }) => {
    const { id: userId, is_admin } = ctx.viewer
    await ctx.db.transaction(async (tx) => {
      const { author_id, category_id, title } = await getPostForChange(tx, post_id)
      const isOwn = author_id === userId
      const isModerator = !isOwn && (await isModeratorOf(tx, userId, category_id))
      if (!isOwn && !is_admin && !isModerator) throw new ApiError('forbidden')
      const now = ctx.now()
      await softDeletePost(tx, post_id, now)
      if (isOwn) return
      await writeAudit(tx, onSite(ctx), {
        action: 'post.delete',
        target_type: 'post',
        target_id: post_id,
        detail: title,
      })
      const overrides = await findRestoration(tx, { post_id })
      await decide(
        tx,
        {
          action: 'deleted',
          post_id,
          overrides,
          user_id: author_id,
          category_id,
          reason_code: 'other',
          by: { id: userId, isAdmin: !isModerator },
        },
        now,
      )
    })
    ctx.invalidated.add(`post:${post_id}`)
    return { success: true }
  },
}
