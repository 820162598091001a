import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { posts } from '#shared/api/posts.ts'
import type { CtxByAccess } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import { findCategory, isMember } from '../categories/queries.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { notifyMentioned } from '../notifications/queries.ts'
import { earnPoints } from '../points/queries.ts'
import { listSaved } from '../saves/queries.ts'
import { searchPosts } from '../search/search.ts'
import { claimUpload } from '../uploads/queries.ts'
import { readFeed } from './feed/feed.ts'
import { softDeletePost, getPost, getPostForChange, insertPost, loadCards, updatePost } from './queries.ts'
import { textColumns } from './rules.ts'

async function mediaColumns(tx: DbOrTx, userId: number, { image_url, video_url }: { image_url: string | null, video_url: string | null }) {
  if (image_url && video_url) throw invalidField('video_url', 'one_medium')
  const image = image_url ? await claimUpload(tx, { userId, url: image_url, kind: 'image' }) : null
  const video = video_url ? await claimUpload(tx, { userId, url: video_url, kind: 'video' }) : null
  return {
    image_url: image?.url, image_width: image?.width, image_height: image?.height, image_placeholder: image?.placeholder,
    video_url: video?.url, video_poster_url: video?.poster_url,
  }
}

export const postsHandlers: HandlersOf<typeof posts, CtxByAccess> = {
  list: (ctx, input) => readFeed(ctx.db, input, ctx.viewer?.id ?? null),

  search: async (ctx, input) => {
    const { ids, total } = await searchPosts(ctx, input)
    return { posts: await loadCards(ctx.db, ids, ctx.viewer?.id ?? null), total }
  },

  saved: async (ctx, input) => {
    const { saved, total } = await listSaved(ctx.db, ctx.viewer.id, input)
    const savedAt = new Map(saved.map((row) => [row.post_id, row.saved_at]))
    const cards = await loadCards(ctx.db, saved.map((row) => row.post_id), ctx.viewer.id)
    return { posts: cards.map((card) => ({ ...card, saved_at: savedAt.get(card.id)! })), total }
  },

  get: (ctx, { post_id }) => getPost(ctx.db, post_id, ctx.viewer?.id ?? null),

  create: async (ctx, { title, content, category_id, image_url, video_url }) => {
    const { id: userId } = ctx.viewer
    const now = ctx.now()
    const text = await renderText(content)
    return ctx.db.transaction(async (tx) => {
      const home = await findCategory(tx, category_id)
      if (!home) throw invalidField('category_id', 'category_missing')
      if (!await isMember(tx, userId, category_id)) throw new ApiError('not_a_member')
      const media = await mediaColumns(tx, userId, { image_url, video_url })
      const columns = { title, category_id, author_id: userId, created_at: now, ...textColumns(content, text), ...media }
      const postId = await insertPost(tx, columns, home.is_nsfw)
      if (postId === null) throw invalidField('category_id', 'category_missing')
      await earnPoints(tx, { userId, reason: 'post', cause: 'post', causeId: postId }, { now, timeZone: ctx.config.timeZone })
      await notifyMentioned(tx, { usernames: text.mentions, actorId: userId, postId, now })
      return getPost(tx, postId, userId)
    })
  },

  edit: async (ctx, { post_id, title, content }) => {
    if (title === undefined && content === undefined) throw invalidField('title', 'nothing_to_change')
    const { id: userId } = ctx.viewer
    const text = content === undefined ? null : await renderText(content)
    const edited = await ctx.db.transaction(async (tx) => {
      const before = await getPostForChange(tx, post_id)
      if (before.author_id !== userId) throw new ApiError('forbidden')
      const isNewTitle = title !== undefined && title !== before.title
      const isNewText = content !== undefined && content !== before.content
      if (isNewTitle || isNewText) {
        const columns = { ...(isNewTitle && { title }), ...(isNewText && textColumns(content, text!)), edited_at: ctx.now() }
        await updatePost(tx, post_id, columns)
      }
      if (isNewText) await notifyMentioned(tx, { usernames: text!.mentions, actorId: userId, postId: post_id, now: ctx.now() })
      return getPost(tx, post_id, userId)
    })
    ctx.invalidated.add(`post:${post_id}`)
    return edited
  },

  remove: async (ctx, { post_id }) => {
    const { id: userId, is_admin } = ctx.viewer
    await ctx.db.transaction(async (tx) => {
      const { author_id, category_id, title } = await getPostForChange(tx, post_id)
      const isOwn = author_id === userId
      if (!isOwn && !is_admin && !await isModeratorOf(tx, userId, category_id)) throw new ApiError('forbidden')
      await softDeletePost(tx, post_id, ctx.now())
      if (!isOwn) await writeAudit(tx, onSite(ctx), { action: 'post.delete', target_type: 'post', target_id: post_id, detail: title })
    })
    ctx.invalidated.add(`post:${post_id}`)
    return { success: true }
  },
}
