import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { modmail } from '#shared/api/modmail.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { CtxByAccess, UserCtx, UserOrAdminCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { prepared } from '#server/lib/prepared.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { writeAudit } from '../audit/queries.ts'
import { refuseSuspended } from '../auth/rules.ts'
import { findCategory } from '../categories/queries.ts'
import { closeItemOfModmail, findBan, findModerated, isModeratorOf, setClaimOfModmail } from '../moderation/index.ts'
import { markModmailRead } from '../notifications/queries.ts'
import { lockPairForShare } from '../users/queries.ts'
import {
  countUnreadThreads,
  getMessage,
  getThread,
  insertModmail,
  insertThread,
  listModmail,
  listThreads,
  lockThread,
  markThreadRead,
  setArchived,
  setThreadClaim,
  type Box,
  type Thread,
} from './queries.ts'
import { asListed, asMessage, asThread, claimOf, type Participant } from './rules.ts'
import { emitModmail, requireUnclaimed, notifyMember, notifyStaff } from './staff.ts'

/** Returns the caller's role in a mod mail thread, or throws `not_found`; the thread's member never counts as staff. */
async function participantIn(
  tx: DbOrTx,
  ctx: UserOrAdminCtx,
  { member_id, category_id }: Pick<Thread, 'member_id' | 'category_id'>,
): Promise<Participant> {
  const { viewer, staff } = ctx
  const userId = viewer?.id ?? null
  const claim = claimOf(ctx)
  if (userId === member_id) return { userId, role: 'member', claim }
  const isStaff =
    staff !== undefined || (userId !== null && category_id !== null && (await isModeratorOf(tx, userId, category_id)))
  if (!isStaff) throw new ApiError('not_found')
  return { userId, role: 'staff', claim }
}

async function staffIn(tx: DbOrTx, ctx: UserOrAdminCtx, thread: Thread): Promise<Participant> {
  const participant = await participantIn(tx, ctx, thread)
  if (participant.role === 'member') throw new ApiError('not_staff')
  return participant
}

async function threadFor(tx: DbOrTx, ctx: UserOrAdminCtx, id: number) {
  const row = await getThread(tx, id, ctx.viewer?.id ?? null)
  const { role } = await participantIn(tx, ctx, row.thread)
  return asThread(row, role, ctx.now())
}

/** Returns which mod mail threads the caller may list, or throws `not_staff`. */
async function boxOf(
  ctx: UserOrAdminCtx,
  { box, category_id }: { box: 'mine' | 'staff'; category_id?: number | undefined },
): Promise<Box> {
  const { viewer, staff } = ctx
  if (box === 'mine') {
    if (viewer === null) throw new ApiError('not_signed_in')
    return { memberId: viewer.id, categoryId: category_id }
  }
  const readerId = viewer?.id ?? null
  if (staff) return { categoryIds: category_id === undefined ? null : [category_id], readerId }
  const moderated = (await findModerated(ctx.db, readerId!)).map(({ id }) => id)
  const categoryIds = category_id === undefined ? moderated : moderated.filter((id) => id === category_id)
  if (categoryIds.length === 0) throw new ApiError('not_staff')
  return { categoryIds, readerId }
}

/** Limits suspended members, and members banned from the community, to two messages a day, including new threads. */
async function takeTurnOfBanned(ctx: UserCtx, categoryId: number | null): Promise<void> {
  const { id, suspension } = ctx.viewer
  const isBanned = categoryId !== null && (await findBan(ctx.db, id, categoryId, ctx.now())) !== null
  if (suspension !== null || isBanned) await ctx.limiter.take('modmail_by_banned', { user: id })
}

function auditStaff(tx: Tx, ctx: UserOrAdminCtx, action: string, { id, category_id }: Thread): Promise<void> {
  const { staff, viewer } = ctx
  const by = staff ?? { scope: 'moderator' as const, account: viewer!, categories: [] }
  return writeAudit(
    tx,
    { staff: by, address: ctx.address, now: ctx.now },
    {
      action: `modmail.${action}`,
      target_type: 'modmail',
      target_id: id,
      detail: category_id === null ? 'admins' : `category ${category_id}`,
    },
  )
}

const inTransaction = <T>({ db }: { db: DbOrTx }, run: (tx: Tx) => Promise<T>) => db.transaction(run)

function changeClaim(ctx: UserOrAdminCtx, id: number, isClaimed: boolean) {
  return inTransaction(ctx, async (tx) => {
    const thread = await lockThread(tx, id)
    const { claim, userId } = await staffIn(tx, ctx, thread)
    const now = ctx.now()
    await requireUnclaimed(tx, thread, claim, now)
    const until = new Date(now.getTime() + LIFETIME.claim)
    const held = isClaimed ? { claim, claimed_by_id: userId, claimed_until: until } : null
    await setThreadClaim(tx, id, held)
    await setClaimOfModmail(tx, id, held)
    await emitModmail(tx, thread, { toMember: false })
    return { thread: await threadFor(tx, ctx, id) }
  })
}

export const modmailHandlers: HandlersOf<typeof modmail, CtxByAccess> = {
  start: prepared(
    (ctx, { text }) => renderText(text, { by: ctx.viewer.id }),
    async (ctx, { category_id, subject, text }, rendered) => {
      const { id: memberId } = ctx.viewer
      const now = ctx.now()
      if (category_id !== null && (await findCategory(ctx.db, category_id)) === null)
        throw invalidField('category_id', 'category_missing')
      await takeTurnOfBanned(ctx, category_id)
      // Takes the rate limit only now, so that a request with an invalid community does not count.
      await ctx.limiter.take('modmail', { user: memberId })
      return inTransaction(ctx, async (tx) => {
        await lockPairForShare(tx, memberId, memberId)
        const threadId = await insertThread(tx, { categoryId: category_id, memberId, subject, now })
        const author = { userId: memberId, role: 'member' as const, claim: '' }
        await insertModmail(tx, { threadId, author, text, rendered, now })
        await notifyStaff(tx, await lockThread(tx, threadId), now)
        return { thread: await threadFor(tx, ctx, threadId) }
      })
    },
  ),

  list: async (ctx, { box, category_id, ...page }) => {
    const which = await boxOf(ctx, { box, category_id })
    const [{ rows, next_cursor }, unread_count] = await Promise.all([
      listThreads(ctx.db, which, page),
      countUnreadThreads(ctx.db, which),
    ])
    const role = box === 'mine' ? 'member' : 'staff'
    return { threads: rows.map((row) => asListed(row, role, ctx.now(), ctx.variant)), unread_count, next_cursor }
  },

  get: async (ctx, { thread_id, peek, ...page }) => {
    const row = await getThread(ctx.db, thread_id, ctx.viewer?.id ?? null)
    const participant = await participantIn(ctx.db, ctx, row.thread)
    const { rows, next_cursor } = await listModmail(ctx.db, thread_id, participant.role, page)
    const { userId } = participant
    if (ctx.by_bearer && !peek && userId !== null)
      await inTransaction(ctx, async (tx) => {
        if (await markThreadRead(tx, row.thread, participant)) await emitModmail(tx, row.thread, { onlyTo: userId })
        await markModmailRead(tx, userId, thread_id)
      })
    const isRead = ctx.by_bearer && !peek
    return {
      thread: { ...asThread(row, participant.role, ctx.now()), ...(isRead && { unread: false }) },
      messages: rows.map((message) => asMessage(message, participant.role)),
      next_cursor,
    }
  },

  send: prepared(
    (ctx, { text }) => renderText(text, { by: ctx.viewer?.id ?? 'server' }),
    async (ctx, { thread_id, text, is_note, show_name }, rendered) => {
      const before = await getThread(ctx.db, thread_id, null)
      const { role: askedAs } = await participantIn(ctx.db, ctx, before.thread)
      if (askedAs === 'member' && is_note) throw new ApiError('not_staff')
      if (askedAs === 'member') await takeTurnOfBanned(ctx as UserCtx, before.thread.category_id)
      else if (ctx.staff === undefined) refuseSuspended(ctx.viewer!.suspension)
      return inTransaction(ctx, async (tx) => {
        const now = ctx.now()
        const thread = await lockThread(tx, thread_id)
        const author = await participantIn(tx, ctx, thread)
        const isStaff = author.role === 'staff'
        if (isStaff && !is_note) await requireUnclaimed(tx, thread, author.claim, now)
        const isNote = isStaff && is_note
        const showsName = isStaff && show_name && !is_note
        const id = await insertModmail(tx, { threadId: thread_id, author, text, rendered, isNote, showsName, now })
        if (!isStaff) await notifyStaff(tx, thread, now)
        else {
          await auditStaff(tx, ctx, isNote ? 'note' : 'answer', thread)
          if (isNote) await emitModmail(tx, thread, { toMember: false })
          else await notifyMember(tx, thread, now)
        }
        return { message: asMessage(await getMessage(tx, id), author.role) }
      })
    },
  ),

  archive: (ctx, { thread_id, archived }) =>
    inTransaction(ctx, async (tx) => {
      const now = ctx.now()
      const thread = await lockThread(tx, thread_id)
      const { claim } = await staffIn(tx, ctx, thread)
      await requireUnclaimed(tx, thread, claim, now)
      await setArchived(tx, thread_id, archived)
      if (archived) await closeItemOfModmail(tx, [thread_id], now)
      await auditStaff(tx, ctx, archived ? 'archive' : 'unarchive', thread)
      await emitModmail(tx, thread)
      return { thread: await threadFor(tx, ctx, thread_id) }
    }),

  claim: (ctx, { thread_id }) => changeClaim(ctx, thread_id, true),

  release: (ctx, { thread_id }) => changeClaim(ctx, thread_id, false),
}
