import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { posts } from '#shared/api/posts.ts'
import type { PostImage } from '#shared/api/shapes.ts'
import type { CtxByAccess } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import { findCategory, isMember } from '../categories/queries.ts'
import { requireFlair } from '../categories/settings/queries.ts'
import { applyFilters } from '../filters/apply.ts'
import { requireNotBanned } from '../moderation/bans/queries.ts'
import { decide } from '../moderation/decide.ts'
import { readerOf } from '../moderation/reader.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { keepVersion } from '../history/queries.ts'
import { notifyMentioned } from '../notifications/queries.ts'
import { earnPoints } from '../points/queries.ts'
import { insertPollOptions } from '../polls/queries.ts'
import { listSaved } from '../saves/queries.ts'
import { searchPosts } from '../search/search.ts'
import { checkNewcomer } from '../trust/newcomers.ts'
import { claimUpload } from '../uploads/queries.ts'
import { readFeed } from './feed/feed.ts'
import { findPostsByLink, softDeletePost, getPost, getPostForChange, insertPost, loadCards, setHomeFeed, updatePost } from './queries.ts'
import { imageColumns, linkColumns, pollClosing, requireOneMedium, textColumns, withAlts } from './rules.ts'

type Media = { image_url: string | null, video_url: string | null, images: { url: string, alt: string }[] }

async function claimImages(tx: DbOrTx, userId: number, { image_url, images }: Media): Promise<PostImage[]> {
  const wanted = image_url === null ? images : [{ url: image_url, alt: '' }]
  const claimed: PostImage[] = []
  for (const { url, alt } of wanted) {
    const { width, height, placeholder } = await claimUpload(tx, { userId, url, kind: 'image', field: image_url === null ? 'images' : 'image_url' })
    claimed.push({ url, width, height, placeholder, alt })
  }
  return claimed
}

async function mediaColumns(tx: DbOrTx, userId: number, media: Media) {
  const images = await claimImages(tx, userId, media)
  const video = media.video_url ? await claimUpload(tx, { userId, url: media.video_url, kind: 'video' }) : null
  return { ...imageColumns(images), video_url: video?.url, video_poster_url: video?.poster_url }
}

export const postsHandlers: HandlersOf<typeof posts, CtxByAccess> = {
  list: async (ctx, input) => readFeed(ctx.db, input, { viewer: ctx.viewer, reader: await readerOf(ctx), now: ctx.now() }),

  chooseFeed: async (ctx, { feed }) => {
    await setHomeFeed(ctx.db, ctx.viewer.id, feed)
    return { feed }
  },

  search: async (ctx, input) => {
    const { ids, total } = await searchPosts(ctx, input)
    return { posts: await loadCards(ctx.db, ids, await readerOf(ctx)), total }
  },

  saved: async (ctx, input) => {
    const { saved, total } = await listSaved(ctx.db, ctx.viewer.id, input)
    const savedAt = new Map(saved.map((row) => [row.post_id, row.saved_at]))
    const cards = await loadCards(ctx.db, saved.map((row) => row.post_id), await readerOf(ctx))
    return { posts: cards.map((card) => ({ ...card, saved_at: savedAt.get(card.id)! })), total }
  },

  byLink: async (ctx, { url, nsfw }) => {
    const ids = await findPostsByLink(ctx.db, url, nsfw)
    return { posts: await loadCards(ctx.db, ids, await readerOf(ctx)), link_url: url }
  },

  get: async (ctx, { post_id }) => getPost(ctx.db, post_id, await readerOf(ctx)),

  create: async (ctx, { title, content, category_id, link_url, poll, is_spoiler, flair_id = null, ...media }) => {
    const { id: userId } = ctx.viewer
    requireOneMedium({ ...media, link_url })
    const now = ctx.now()
    const text = await renderText(content)
    const reader = await readerOf(ctx)
    return ctx.db.transaction(async (tx) => {
      const home = await findCategory(tx, category_id)
      if (!home) throw invalidField('category_id', 'category_missing')
      if (!await isMember(tx, userId, category_id)) throw new ApiError('not_a_member')
      await requireNotBanned(tx, userId, category_id, now)
      if (home.posting === 'moderators' && !await isModeratorOf(tx, userId, category_id)) throw new ApiError('moderators_only')
      if (flair_id !== null) await requireFlair(tx, flair_id, category_id)
      const columns = {
        title, category_id, flair_id, author_id: userId, created_at: now, is_spoiler, ...textColumns(content, text), ...await mediaColumns(tx, userId, media),
        ...linkColumns(link_url), poll_closes_at: poll && pollClosing(poll.hours, now),
      }
      const postId = await insertPost(tx, columns, home.is_nsfw)
      if (postId === null) throw invalidField('category_id', 'category_missing')
      if (poll) await insertPollOptions(tx, postId, poll.options)
      await earnPoints(tx, { userId, reason: 'post', cause: 'post', causeId: postId }, { now, timeZone: ctx.config.timeZone })
      await notifyMentioned(tx, { usernames: text.mentions, actorId: userId, postId, now })
      await checkNewcomer(tx, ctx, reader, { kind: 'post', id: postId }, { title, content, html: text.html, link_url }, { isNew: true })
      await applyFilters(tx, ctx, reader, {
        thing: { kind: 'post', id: postId }, categoryId: category_id, authorId: userId, written: { title, text: content, link: link_url },
      })
      return getPost(tx, postId, reader)
    })
  },

  edit: async (ctx, { post_id, title, content, images, is_spoiler, flair_id }) => {
    if ([title, content, images, is_spoiler, flair_id].every((value) => value === undefined)) throw invalidField('title', 'nothing_to_change')
    const { id: userId } = ctx.viewer
    const text = content === undefined ? null : await renderText(content)
    const reader = await readerOf(ctx)
    const edited = await ctx.db.transaction(async (tx) => {
      const before = await getPostForChange(tx, post_id)
      if (before.author_id !== userId) throw new ApiError('forbidden')
      if (before.removal_id !== null) throw new ApiError('removed')
      await requireNotBanned(tx, userId, before.category_id, ctx.now())
      const isNewTitle = title !== undefined && title !== before.title
      const isNewText = content !== undefined && content !== before.content
      if (flair_id && flair_id !== before.flair_id) await requireFlair(tx, flair_id, before.category_id)
      if (isNewTitle || isNewText) {
        const written = { title: title ?? before.title, content: content ?? before.content, html: text?.html ?? '' }
        await checkNewcomer(tx, ctx, reader, { kind: 'post', id: post_id }, written, { isNew: false })
        await keepVersion(tx, 'post', post_id, { title, content }, ctx.now())
        const columns = { ...(isNewTitle && { title }), ...(isNewText && textColumns(content, text!)), edited_at: ctx.now() }
        await updatePost(tx, post_id, columns)
      }
      const shown = {
        ...(images && imageColumns(withAlts(before.images, images))), ...(is_spoiler !== undefined && { is_spoiler }), ...(flair_id !== undefined && { flair_id }),
      }
      if (Object.keys(shown).length > 0) await updatePost(tx, post_id, shown)
      if (isNewText) await notifyMentioned(tx, { usernames: text!.mentions, actorId: userId, postId: post_id, now: ctx.now() })
      if (isNewTitle || isNewText) {
        const former = { title: before.title, text: before.content, link: before.link_url }
        const written = { ...former, ...(isNewTitle && { title }), ...(isNewText && { text: content }) }
        await applyFilters(tx, ctx, reader, { thing: { kind: 'post', id: post_id }, categoryId: before.category_id, authorId: userId, written, former })
      }
      return getPost(tx, post_id, reader)
    })
    ctx.invalidated.add(`post:${post_id}`)
    return edited
  },

  remove: async (ctx, { post_id }) => {
    const { id: userId, is_admin } = ctx.viewer
    await ctx.db.transaction(async (tx) => {
      const { author_id, category_id, title } = await getPostForChange(tx, post_id)
      const isOwn = author_id === userId
      const isModerator = !isOwn && await isModeratorOf(tx, userId, category_id)
      if (!isOwn && !is_admin && !isModerator) throw new ApiError('forbidden')
      const now = ctx.now()
      await softDeletePost(tx, post_id, now)
      if (isOwn) return
      await writeAudit(tx, onSite(ctx), { action: 'post.delete', target_type: 'post', target_id: post_id, detail: title })
      await decide(tx, { action: 'deleted', post_id, user_id: author_id, category_id, reason_code: 'other', by: { id: userId, isAdmin: !isModerator } }, now)
    })
    ctx.invalidated.add(`post:${post_id}`)
    return { success: true }
  },
}
