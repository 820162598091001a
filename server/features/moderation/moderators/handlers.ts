import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { moderators } from '#shared/api/moderators.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { onSite, writeAudit } from '../../audit/queries.ts'
import { hasBlocked } from '../../blocks/queries.ts'
import { addMember, getCategory } from '../../categories/queries.ts'
import { isStaffAs, readerOf } from '../reader.ts'
import { notify, retractNotifications } from '../../notifications/queries.ts'
import { getUserByName, lockPairForShare } from '../../users/queries.ts'
import { requireModerator } from './access.ts'
import {
  deleteModerator,
  findInvitedTo,
  getInviteId,
  insertInvite,
  insertModerator,
  listInvited,
  listInvites,
  listModerators,
  lockModerators,
  withdrawInvite,
} from './queries.ts'
import { refusalOfRemoval } from './rules.ts'

async function deleteInvite(tx: DbOrTx, categoryId: number, userId: number): Promise<boolean> {
  await retractNotifications(tx, { userId, categoryId, kind: 'invite' })
  return withdrawInvite(tx, categoryId, userId)
}

function answer(
  ctx: UserCtx,
  inviteId: number,
  action: (tx: DbOrTx, categoryId: number) => Promise<void>,
): Promise<{ success: true }> {
  return ctx.db.transaction(async (tx) => {
    const categoryId = await findInvitedTo(tx, inviteId, ctx.viewer.id)
    await lockModerators(tx, categoryId, 'not_found')
    await lockPairForShare(tx, ctx.viewer.id, ctx.viewer.id)
    if (!(await deleteInvite(tx, categoryId, ctx.viewer.id))) throw new ApiError('not_found')
    await action(tx, categoryId)
    return { success: true }
  })
}

export const moderatorsHandlers: HandlersOf<typeof moderators, CtxByAccess> = {
  list: async (ctx, { category_id }) => {
    await getCategory(ctx.db, category_id)
    const isStaff = await isStaffAs(ctx.db, await readerOf(ctx), category_id)
    return {
      moderators: await listModerators(ctx.db, category_id),
      invited: isStaff ? await listInvited(ctx.db, category_id) : [],
    }
  },

  invite: (ctx, { category_id, username }) =>
    ctx.db.transaction(async (tx) => {
      await requireModerator(tx, ctx.staff, category_id)
      const present = await lockModerators(tx, category_id)
      const { id: userId, username: name } = await getUserByName(tx, username)
      const actorId = ctx.staff.account?.id ?? null
      await lockPairForShare(tx, actorId ?? userId, userId)
      if (present.some(({ user_id }) => user_id === userId)) throw new ApiError('already_moderator')
      if (actorId !== null && (await hasBlocked(tx, userId, actorId))) throw new ApiError('blocked')
      const invite_id = await insertInvite(
        tx,
        { category_id, user_id: userId, invited_by: actorId, created_at: ctx.now() },
        present.length,
      )
      if (invite_id === null) return { invite_id: await getInviteId(tx, category_id, userId) }
      await notify(tx, { userId, kind: 'invite', actorId, categoryId: category_id, now: ctx.now() })
      await writeAudit(tx, ctx, {
        action: 'moderator.invite',
        target_type: 'category',
        target_id: category_id,
        detail: name,
      })
      return { invite_id }
    }),

  remove: (ctx, { category_id, user_id }) =>
    ctx.db.transaction(async (tx) => {
      await requireModerator(tx, ctx.staff, category_id)
      const present = await lockModerators(tx, category_id)
      const removed = present.find((moderator) => moderator.user_id === user_id)
      const log = (action: string) =>
        writeAudit(tx, ctx, { action, target_type: 'category', target_id: category_id, detail: `user ${user_id}` })
      if (!removed) {
        if (!(await deleteInvite(tx, category_id, user_id))) throw new ApiError('user_not_found')
        await log('moderator.withdraw')
        return { success: true }
      }
      const actor =
        ctx.staff.scope === 'admin' ? null : present.find((moderator) => moderator.user_id === ctx.staff.account?.id)
      if (actor === undefined) throw new ApiError('not_staff')
      const refusal = refusalOfRemoval(actor, removed, present.length)
      if (refusal) throw new ApiError(refusal)
      await deleteModerator(tx, category_id, user_id)
      await log('moderator.remove')
      ctx.invalidated.add(`category:${category_id}`)
      return { success: true }
    }),

  invites: async (ctx, { limit, cursor }) => {
    const before = cursor === undefined ? null : decodeCursor(cursor, v.strictTuple([cursorId]))[0]
    const rows = await listInvites(ctx.db, ctx.viewer.id, { before, limit: limit + 1 })
    const invites = rows.slice(0, limit)
    return { invites, next_cursor: rows.length > limit ? encodeCursor([invites.at(-1)!.id]) : null }
  },

  accept: (ctx, { invite_id }) =>
    answer(ctx, invite_id, async (tx, categoryId) => {
      await addMember(tx, ctx.viewer.id, categoryId, ctx.now())
      await insertModerator(tx, categoryId, ctx.viewer.id, ctx.now())
      await writeAudit(tx, onSite(ctx), { action: 'moderator.accept', target_type: 'category', target_id: categoryId })
      ctx.invalidated.add('categories').add(`category:${categoryId}`)
    }),

  decline: (ctx, { invite_id }) => answer(ctx, invite_id, async () => {}),
}
