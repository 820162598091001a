import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import type { messages } from '#shared/api/messages.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { isBlockedEither } from '../blocks/queries.ts'
import { checkNewPartner } from '../moderation/index.ts'
import { claimUpload } from '../uploads/queries.ts'
import { getUserByName, lockPairForShare } from '../users/queries.ts'
import {
  countUnread,
  hasConversation,
  insertMessage,
  listConversations,
  listMessages,
  listOwnMessages,
  markRead,
  refusesConversation,
} from './queries.ts'
import type { Lifetime } from './lifetime.ts'
import { toMessage } from './rules.ts'

const listCursor = v.strictTuple([cursorId])

function lifetimeOf(ctx: BaseCtx): Lifetime {
  return { now: ctx.now(), ttl: ctx.config.messageTtlAfterRead }
}

export const messagesHandlers: HandlersOf<typeof messages, CtxByAccess> = {
  list: async (ctx, { cursor, before, ...page }) => {
    const { id, username } = ctx.viewer
    const [below] = cursor === undefined ? [before] : decodeCursor(cursor, listCursor)
    const rows = await listOwnMessages(ctx.db, id, lifetimeOf(ctx), { ...page, before: below })
    return {
      messages: rows.map((row) => toMessage(row, row.sender_id === id ? username : row.other.username)),
      next_cursor: rows.length === page.limit ? encodeCursor([rows.at(-1)!.id]) : null,
    }
  },

  conversations: async (ctx, page) => {
    const { id, username } = ctx.viewer
    const rows = await listConversations(ctx.db, id, lifetimeOf(ctx), page)
    return rows.map(({ sender_id, content, created_at, ...row }) => ({
      ...row,
      last_message: { content, created_at, sender_username: sender_id === id ? username : row.other_username },
    }))
  },

  unreadCount: async (ctx) => ({ unread_count: await countUnread(ctx.db, ctx.viewer.id, lifetimeOf(ctx)) }),

  unreadCountShort: async (ctx) => ({ count: await countUnread(ctx.db, ctx.viewer.id, lifetimeOf(ctx)) }),

  conversation: async (ctx, { username, limit, before, peek }) => {
    const { viewer } = ctx
    const lifetime = lifetimeOf(ctx)
    const other_user = await getUserByName(ctx.db, username)
    const rows = await listMessages(ctx.db, [viewer.id, other_user.id], lifetime, { limit, before })
    if (ctx.by_bearer && !peek) {
      const unread = rows.filter((row) => row.recipient_id === viewer.id && row.read_at === null)
      if (unread.length > 0)
        await ctx.db.transaction((tx) =>
          markRead(
            tx,
            viewer.id,
            unread.map((row) => row.id),
            lifetime,
          ),
        )
      for (const row of unread) row.read_at = lifetime.now
    }
    const isBegun = rows.length > 0 || before !== undefined || other_user.id === viewer.id
    return {
      messages_closed: !isBegun && !viewer.is_admin && (await refusesConversation(ctx.db, viewer.id, other_user.id)),
      messages: rows.map((row) => toMessage(row, row.sender_id === viewer.id ? viewer.username : other_user.username)),
      other_user,
    }
  },

  send: async (ctx, { recipient_id, content, image_url }) => {
    const { id, username, is_admin } = ctx.viewer
    if (recipient_id === id) throw new ApiError('self_message')
    const lifetime = lifetimeOf(ctx)
    return ctx.db.transaction(async (tx) => {
      await lockPairForShare(tx, id, recipient_id)
      if (await isBlockedEither(tx, id, recipient_id)) throw new ApiError('blocked')
      if (image_url) await claimUpload(tx, { userId: id, url: image_url, kind: 'message_image' })
      if (!(await hasConversation(tx, [id, recipient_id], lifetime))) {
        if (!is_admin && (await refusesConversation(tx, id, recipient_id))) throw new ApiError('messages_closed')
        await ctx.limiter.check('message_partners', { user: id })
        await checkNewPartner(tx, ctx, recipient_id)
        await ctx.limiter.take('message_partners', { user: id })
      }
      const row = await insertMessage(tx, {
        sender_id: id,
        recipient_id,
        content,
        image_url: image_url ?? null,
        created_at: lifetime.now,
      })
      return toMessage(row, username)
    })
  },
}
