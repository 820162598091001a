import * as v from 'valibot'
import type { adminInvites, invites } from '#shared/api/invites.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import { INVITING_LEVEL } from '#shared/rules/trust.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { writeAudit } from '../audit/queries.ts'
import * as queries from './queries.ts'
import { newCode } from './rules.ts'

const CURSOR = v.strictTuple([cursorId])

async function pageOf(tx: DbOrTx, creatorId: number | null, { cursor, limit }: { cursor?: string; limit: number }) {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, CURSOR)[0]
  const rows = await queries.listInvites(tx, creatorId, { before, limit: limit + 1 })
  const invites = rows.slice(0, limit)
  return { invites, next_cursor: rows.length > limit ? encodeCursor([invites.at(-1)!.id]) : null }
}

async function find(tx: DbOrTx, id: number) {
  const [made] = await queries.listInvites(tx, null, { id, limit: 1 })
  return made!
}

const mayInvite = ({ settings, viewer }: UserCtx) =>
  settings.value('member_invites') && viewer.trust_level >= INVITING_LEVEL

export const invitesHandlers: HandlersOf<typeof invites, CtxByAccess> = {
  mine: async (ctx, page) => {
    const { made } = await queries.countOwnRecent(ctx.db, ctx.viewer.id, ctx.now())
    return {
      ...(await pageOf(ctx.db, ctx.viewer.id, page)),
      left: mayInvite(ctx) ? Math.max(0, LIMITS.invitesPerMonth - made) : 0,
    }
  },

  createOwn: async (ctx, { expires_at, note }) => {
    if (!mayInvite(ctx)) throw new ApiError('forbidden')
    const now = ctx.now()
    return ctx.db.transaction(async (tx) => {
      await queries.lockMember(tx, ctx.viewer.id)
      const { made, first } = await queries.countOwnRecent(tx, ctx.viewer.id, now)
      if (made >= LIMITS.invitesPerMonth) {
        const waitMs = first!.getTime() + LIFETIME.inviteMonth - now.getTime()
        throw new ApiError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1_000) })
      }
      const id = await queries.insertInvite(tx, {
        code: newCode(),
        uses: 1,
        note,
        expires_at,
        creator_id: ctx.viewer.id,
        by_admin: false,
        created_at: now,
      })
      return { invite: await find(tx, id) }
    })
  },
}

export const adminInvitesHandlers: HandlersOf<typeof adminInvites, CtxByAccess> = {
  list: (ctx, page) => pageOf(ctx.db, null, page),

  create: (ctx, { uses, expires_at, note }) =>
    ctx.db.transaction(async (tx) => {
      const id = await queries.insertInvite(tx, {
        code: newCode(),
        uses,
        note,
        expires_at,
        creator_id: ctx.staff.account?.id ?? null,
        by_admin: true,
        created_at: ctx.now(),
      })
      await writeAudit(tx, ctx, { action: 'invite.create', target_type: 'invite', target_id: id, detail: note })
      return { invite: await find(tx, id) }
    }),

  revoke: (ctx, { invite_id }) =>
    ctx.db.transaction(async (tx) => {
      if (!(await queries.revokeInvite(tx, invite_id, ctx.now()))) throw new ApiError('not_found')
      await writeAudit(tx, ctx, { action: 'invite.revoke', target_type: 'invite', target_id: invite_id })
      return { success: true }
    }),
}
