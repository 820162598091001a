import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { posts } from '#shared/api/posts.ts'
import type { CtxByAccess } from '#server/context.ts'
import { prepared } from '#server/lib/prepared.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import { decide, findRestoration, isModeratorOf, readerOf } from '../moderation/index.ts'
import { listSaved } from '../saves/queries.ts'
import { searchPosts } from '../search/search.ts'
import { readTranscript } from '../uploads/transcript.ts'
import { preparePost, storePost } from './create.ts'
import { editPost } from './edit.ts'
import { readFeed } from './feed/feed.ts'
import { findPostsByLink, softDeletePost, getPost, getPostForChange, loadCards, setHomeFeed } from './queries.ts'

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

  transcript: async (ctx, { post_id }) => readTranscript(ctx, await getPost(ctx.db, post_id, await readerOf(ctx))),

  create: prepared(preparePost, async (ctx, values, ready) =>
    ctx.db.transaction(async (tx) => getPost(tx, await storePost(tx, ctx, values, ready), ready.reader)),
  ),

  edit: (ctx, { post_id, ...values }) => editPost(ctx, post_id, values),

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
