import { ApiError } from '#shared/api/errors.ts'
import type { users } from '#shared/api/users.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { PAGE } from '#shared/limits.ts'
import type { CtxByAccess } from '#server/context.ts'
import { requestDeletionMail } from '../account/mails.ts'
import { requireOwnPassword } from '../auth/own-password.ts'
import { commentsOfAuthor, countCommentsOfAuthor } from '../comments/queries.ts'
import { isStaffFor, readerOf } from '../moderation/index.ts'
import { readFeed } from '../posts/feed/feed.ts'
import { limitedSearch } from '../search/limited.ts'
import { storeAvatar } from '../uploads/store.ts'
import { getOwn, getProfile, getUserByName, searchUsers, updateOwn } from './queries.ts'
import { presentProfile } from './rules.ts'
import { deleteAccount } from './removal/remove-account.ts'

export const usersHandlers: HandlersOf<typeof users, CtxByAccess> = {
  search: (ctx, { q, ...page }) => limitedSearch(ctx, (tx) => searchUsers(tx, q, page)),

  me: async (ctx) => ({ ...ctx.viewer, ...(await getOwn(ctx.db, ctx.viewer.id)) }),

  editMe: async (ctx, changes) => {
    const { id } = ctx.viewer
    if (changes.avatar_url && changes.avatar_url !== ctx.viewer.avatar_url) {
      ctx.waitLong()
      await storeAvatar(ctx, id, changes.avatar_url)
    }
    const own = await ctx.db.transaction((tx) => updateOwn(tx, id, changes, ctx.now()))
    ctx.invalidated.add(`user:${id}`)
    return { ...ctx.viewer, ...own }
  },

  removeMe: async (ctx, { password, content }) => {
    const { id } = ctx.viewer
    await requireOwnPassword(ctx, password)
    await ctx.db
      .transaction(async (tx) => {
        await deleteAccount(tx, { userId: id, content }, ctx.now())
        await requestDeletionMail(tx, ctx, ctx.viewer)
      })
      .catch((error: unknown) => {
        // A concurrent request may have deleted the account, so the caller is no longer signed in.
        throw error instanceof ApiError && error.code === 'user_not_found' ? new ApiError('not_signed_in') : error
      })
    ctx.invalidated.add('*')
    ctx.setSessionCookie(null)
    return { success: true }
  },

  get: async (ctx, { username, nsfw }) => {
    const reader = await readerOf(ctx)
    const profile = await getProfile(ctx.db, username)
    const user = presentProfile(
      profile,
      { isOwn: reader.id === profile.id, isStaff: await isStaffFor(ctx.db, reader, profile.id) },
      ctx.now(),
    )
    const [{ posts, total }, { comments }, comment_count] = await Promise.all([
      readFeed(
        ctx.db,
        { sort: 'new', nsfw, author: user.username, limit: PAGE.recent, offset: 0 },
        { viewer: ctx.viewer, reader, now: ctx.now() },
      ),
      commentsOfAuthor(ctx.db, { authorId: user.id, nsfw, limit: PAGE.recent, reader }),
      countCommentsOfAuthor(ctx.db, user.id, nsfw),
    ])
    return { user, recent_posts: posts, recent_comments: comments, post_count: total, comment_count }
  },

  comments: async (ctx, { username, ...page }) => {
    const { id } = await getUserByName(ctx.db, username)
    const reader = await readerOf(ctx)
    const [found, total] = await Promise.all([
      commentsOfAuthor(ctx.db, { ...page, authorId: id, reader }),
      countCommentsOfAuthor(ctx.db, id, page.nsfw),
    ])
    return { ...found, total }
  },
}
