import { and, eq, isNull } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { emitChange } from '../events/changes.ts'
import { closeItemOfModmail, findModeratorIds, openItem } from '../moderation/index.ts'
import { notify, notifyOfModmail } from '../notifications/queries.ts'
import { user } from '../users/table.ts'
import { findAdminIds, type Thread } from './queries.ts'

async function findStaffIds(tx: DbOrTx, { category_id, member_id }: Thread): Promise<number[]> {
  const ids = await (category_id === null ? findAdminIds(tx) : findModeratorIds(tx, category_id))
  return ids.filter((id) => id !== member_id)
}

/** Makes open pages of the mod mail thread reload. */
export async function emitModmail(
  tx: DbOrTx,
  thread: Thread,
  { toMember = true, onlyTo }: { toMember?: boolean; onlyTo?: number } = {},
): Promise<void> {
  const staffIds = onlyTo === undefined ? await findStaffIds(tx, thread) : [onlyTo]
  const ids = toMember && onlyTo === undefined ? [...staffIds, thread.member_id] : staffIds
  for (const user_id of ids) emitChange(tx, { type: 'modmail', user_id, thread_id: thread.id })
}

export async function requireUnclaimed(tx: DbOrTx, thread: Thread, claim: string, now: Date): Promise<void> {
  const { claimed_until, claimed_by_id } = thread
  if (claimed_until === null || claimed_until <= now || thread.claim === claim) return
  const [by] =
    claimed_by_id === null
      ? []
      : await tx
          .select({ username: user.username })
          .from(user)
          .where(and(eq(user.id, claimed_by_id), isNull(user.deleted_at)))
  throw new ApiError('claimed', { extra: { by: by ?? null, until: claimed_until.toISOString() } })
}

export async function notifyStaff(tx: DbOrTx, thread: Thread, now: Date): Promise<void> {
  const { id, category_id, member_id } = thread
  await openItem(tx, { kind: 'mail', modmail_id: id, category_id, waiting_since: now })
  const staffIds = await findStaffIds(tx, thread)
  await notifyOfModmail(tx, staffIds, { modmailId: id, categoryId: category_id, actorId: member_id, now })
  await emitModmail(tx, thread)
}

/** The notification has no actor, so that the member does not learn which staff member replied. */
export async function notifyMember(tx: DbOrTx, thread: Thread, now: Date): Promise<void> {
  const { id, category_id, member_id } = thread
  await closeItemOfModmail(tx, [id], now)
  await notify(tx, {
    userId: member_id,
    kind: 'modmail_answer',
    actorId: null,
    categoryId: category_id,
    modmailId: id,
    now,
  })
  await emitModmail(tx, thread)
}
