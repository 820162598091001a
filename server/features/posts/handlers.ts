import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { posts } from '#shared/api/posts.ts'
import type { CtxByAccess } from '#server/context.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { onSite, writeAudit } from '../admin/queries.ts'
import { findCategory, findMembership, isModeratorOf } from '../categories/queries.ts'
import { notifyMentioned } from '../notifications/queries.ts'
import { earnPoints } from '../points/queries.ts'
import { listSaved } from '../saves/queries.ts'
import { forgetRankings } from '../search/memory.ts'
import { searchPosts } from '../search/search.ts'
import { claimUpload } from '../uploads/queries.ts'
import { readFeed } from './feed/feed.ts'
import { deletePost, getPost, getPostForChange, insertPost, loadCards, updatePost } from './queries.ts'
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
    const viewerId = ctx.viewer?.id ?? null
    const { ids, total } = await searchPosts(ctx.db, input, viewerId, ctx.now())
    return { posts: await loadCards(ctx.db, ids, viewerId), total }
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
    return ctx.db.transaction(async (tx) => {
      const home = await findCategory(tx, category_id)
      if (!home) throw invalidField('category_id', 'category_missing')
      if (!await findMembership(tx, userId, category_id)) throw new ApiError('not_a_member')
      const media = await mediaColumns(tx, userId, { image_url, video_url })
      const { columns, mentions } = textColumns(content)
      const postId = await insertPost(tx, { title, category_id, author_id: userId, created_at: now, ...columns, ...media }, home.is_nsfw)
      if (postId === null) throw invalidField('category_id', 'category_missing')
      await earnPoints(tx, { userId, reason: 'post', cause: 'post', causeId: postId }, { now, timeZone: ctx.config.timeZone })
      await notifyMentioned(tx, { usernames: mentions, actorId: userId, postId })
      return getPost(tx, postId, userId)
    })
  },

  edit: async (ctx, { post_id, title, content }) => {
    if (title === undefined && content === undefined) throw invalidField('title', 'nothing_to_change')
    const { id: userId } = ctx.viewer
    const edited = await ctx.db.transaction(async (tx) => {
      const before = await getPostForChange(tx, post_id)
      if (before.author_id !== userId) throw new ApiError('forbidden')
      const isNewTitle = title !== undefined && title !== before.title
      const isNewText = content !== undefined && content !== before.content
      const text = isNewText ? textColumns(content) : null
      if (isNewTitle || text) await updatePost(tx, post_id, { ...(isNewTitle && { title }), ...text?.columns, edited_at: ctx.now() })
      if (text) {
        const known = new Set(renderMarkdown(before.content).mentions.map((name) => name.toLowerCase()))
        const usernames = text.mentions.filter((name) => !known.has(name.toLowerCase()))
        await notifyMentioned(tx, { usernames, actorId: userId, postId: post_id })
      }
      return getPost(tx, post_id, userId)
    })
    forgetRankings(ctx.db)
    return edited
  },

  remove: async (ctx, { post_id }) => {
    const { id: userId, is_admin } = ctx.viewer
    await ctx.db.transaction(async (tx) => {
      const { author_id, category_id, title } = await getPostForChange(tx, post_id)
      const isOwn = author_id === userId
      if (!isOwn && !is_admin && !await isModeratorOf(tx, userId, category_id)) throw new ApiError('forbidden')
      await deletePost(tx, post_id, ctx.now())
      if (!isOwn) await writeAudit(tx, onSite(ctx), { action: 'post.delete', target_type: 'post', target_id: post_id, detail: title })
    })
    forgetRankings(ctx.db)
    return { success: true }
  },
}
