import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { moderation } from '#shared/api/moderation.ts'
import type { CtxByAccess, ModeratorCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'
import { writeAudit } from '../audit/queries.ts'
import { getCategory } from '../categories/queries.ts'
import { getPost } from '../posts/queries.ts'
import { getUser } from '../users/queries.ts'
import { banMember, unbanMember } from './bans/actions.ts'
import { findBan, lockMember } from './bans/queries.ts'
import { decide, decidingStaff } from './decisions/decide.ts'
import { hasJoinedOrWritten } from './members/queries.ts'
import { insertNote, listNotes } from './notes/queries.ts'
import { getDecision } from './decisions/queries.ts'
import { readerOf } from './reader.ts'
import { isStaffOf, requireStaffOf } from './rights.ts'
import { asDecision } from './decisions/rules.ts'
import { approveContent, lockPost, pinPost, removeContent, restoreContent } from './content/actions.ts'
import { lockContent, type Content, type ContentRef } from './content/queries.ts'

type Ids = { post_id?: number | null; comment_id?: number | null }

const contentRefOf = ({ post_id, comment_id }: Ids): ContentRef =>
  post_id != null ? { kind: 'post', id: post_id } : { kind: 'comment', id: comment_id! }

const BY_STAFF = { isStaff: true, isOwn: false }

function decideContent<T>(
  ctx: ModeratorCtx,
  ids: Ids,
  action: string,
  tag: CacheTag | null,
  run: (tx: Tx, content: Content) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    const content = await lockContent(tx, contentRefOf(ids))
    if (content.deleted_at !== null && !isStaffOf(ctx, content.category_id))
      throw new ApiError(`${content.kind}_not_found`)
    requireStaffOf(ctx, content.category_id)
    const result = await run(tx, content)
    ctx.invalidated.add(tag ?? `post:${content.post_id}`).add(`category:${content.category_id}`)
    await writeAudit(tx, ctx, {
      action: `${content.kind}.${action}`,
      target_type: content.kind,
      target_id: content.id,
      detail: content.title,
    })
    return result
  })
}

const decisionAnswer = async (tx: Tx, id: number) => ({ decision: asDecision(await getDecision(tx, id), BY_STAFF) })

const decider = (ctx: ModeratorCtx) => ({ by: decidingStaff(ctx), now: ctx.now() })

type SanctionTarget = { user_id: number; category_id?: number | null }

/** Runs before the transaction begins. Throws `not_staff`, `too_many_requests`. */
async function requireMaySanction(ctx: ModeratorCtx, { category_id = null }: SanctionTarget): Promise<void> {
  requireStaffOf(ctx, category_id)
  if (ctx.staff.scope === 'moderator') await ctx.limiter.take('sanction', { user: ctx.staff.account.id })
}

/** Anybody can create a community, so its moderators must not sanction strangers. Throws `not_in_community`. */
async function requireInCommunity(
  tx: Tx,
  { staff }: ModeratorCtx,
  userId: number,
  categoryId: number | null,
): Promise<void> {
  if (categoryId === null || staff.scope === 'admin') return
  if (!(await hasJoinedOrWritten(tx, userId, categoryId))) throw new ApiError('not_in_community')
}

/** Throws `category_not_found`, `user_not_found`, `not_in_community`. */
async function getMember(tx: Tx, ctx: ModeratorCtx, { user_id, category_id = null }: SanctionTarget) {
  if (category_id !== null) await getCategory(tx, category_id)
  const member = await getUser(tx, user_id)
  await requireInCommunity(tx, ctx, user_id, category_id)
  return { member, categoryId: category_id }
}

type Member = Awaited<ReturnType<typeof lockMember>>

function decideMember(
  ctx: ModeratorCtx,
  { user_id, category_id = null }: SanctionTarget,
  action: string,
  run: (tx: Tx, member: Member, categoryId: number | null) => Promise<number>,
) {
  requireStaffOf(ctx, category_id)
  return ctx.db.transaction(async (tx) => {
    const home = category_id === null ? null : await getCategory(tx, category_id)
    const member = await lockMember(tx, user_id)
    const id = await run(tx, member, category_id)
    if (category_id !== null) ctx.invalidated.add(`category:${category_id}`)
    const detail = home ? `${member.username}, r/${home.name}` : member.username
    await writeAudit(tx, ctx, { action: `user.${action}`, target_type: 'user', target_id: member.id, detail })
    return decisionAnswer(tx, id)
  })
}

export const moderationHandlers: HandlersOf<typeof moderation, CtxByAccess> = {
  remove: (ctx, { reason_code, rule_id, text, ...ids }) =>
    decideContent(ctx, ids, 'remove', null, async (tx, content) =>
      decisionAnswer(tx, await removeContent(tx, content, { reason_code, rule_id, text }, decider(ctx))),
    ),

  // No cached list is tagged with a removed post, so restoring it must invalidate all cached lists ('*').
  restore: (ctx, ids) =>
    decideContent(ctx, ids, 'restore', '*', async (tx, content) =>
      decisionAnswer(tx, await restoreContent(tx, content, decider(ctx))),
    ),

  approve: (ctx, ids) =>
    decideContent(ctx, ids, 'approve', '*', async (tx, content) =>
      decisionAnswer(tx, await approveContent(tx, content, decider(ctx))),
    ),

  lock: async (ctx, { post_id, locked }) => {
    const reader = await readerOf(ctx)
    return decideContent(ctx, { post_id }, locked ? 'lock' : 'unlock', null, async (tx, content) => {
      await lockPost(tx, content, locked, decider(ctx))
      return { post: await getPost(tx, post_id, reader) }
    })
  },

  pin: async (ctx, { post_id, pinned }) => {
    const reader = await readerOf(ctx)
    return decideContent(ctx, { post_id }, pinned ? 'pin' : 'unpin', '*', async (tx, content) => {
      await pinPost(tx, content, pinned, decider(ctx))
      return { post: await getPost(tx, post_id, reader) }
    })
  },

  ban: async (ctx, { days = null, reason_code, text, ...target }) => {
    await requireMaySanction(ctx, target)
    return decideMember(ctx, target, 'ban', async (tx, member, categoryId) => {
      await requireInCommunity(tx, ctx, member.id, categoryId)
      return banMember(tx, member, categoryId, { days, reason_code, text }, decider(ctx))
    })
  },

  unban: (ctx, target) =>
    decideMember(ctx, target, 'unban', (tx, member, categoryId) => unbanMember(tx, member, categoryId, decider(ctx))),

  warn: async (ctx, { text, ...target }) => {
    await requireMaySanction(ctx, target)
    return ctx.db.transaction(async (tx) => {
      const { member, categoryId } = await getMember(tx, ctx, target)
      const id = await decide(
        tx,
        { action: 'warned', user_id: member.id, category_id: categoryId, text, by: decidingStaff(ctx) },
        ctx.now(),
      )
      await writeAudit(tx, ctx, {
        action: 'user.warn',
        target_type: 'user',
        target_id: member.id,
        detail: member.username,
      })
      return decisionAnswer(tx, id)
    })
  },

  notes: async (ctx, { user_id, category_id = null }) => {
    requireStaffOf(ctx, category_id)
    if (category_id !== null) await getCategory(ctx.db, category_id)
    const ban = category_id === null ? null : await findBan(ctx.db, user_id, category_id, ctx.now())
    return {
      notes: await listNotes(ctx.db, { userId: user_id, categoryId: category_id }),
      ...(ban && { ban: { until: ban.ends_at } }),
    }
  },

  addNote: async (ctx, { text, ...target }) => {
    await requireMaySanction(ctx, target)
    return ctx.db.transaction(async (tx) => {
      const { member, categoryId } = await getMember(tx, ctx, target)
      const scope = { userId: member.id, categoryId }
      await insertNote(tx, scope, { by_id: ctx.staff.account?.id ?? null, text, created_at: ctx.now() })
      return { notes: await listNotes(tx, scope) }
    })
  },
}
