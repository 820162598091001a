import { and, eq, gt, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { Db } from '#server/db/driver/client.ts'
import { writeJobAudit } from '../audit/queries.ts'
import { appeal, decision } from '../moderation/tables.ts'
import { deleteAccount } from '../users/removal/remove-account.ts'
import { user } from '../users/table.ts'

/** Finds accounts suspended for 30 days because their owners are underage, without an open or granted appeal. */
async function findUnderage(db: Db, now: Date, limit: number): Promise<number[]> {
  const stands = db
    .select({ one: sql`1` })
    .from(appeal)
    .where(and(eq(appeal.decision_id, decision.id), or(eq(appeal.status, 'open'), eq(appeal.status, 'overturned'))))
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(decision, eq(decision.id, user.suspension_id))
    .where(
      and(
        isNotNull(user.suspension_id),
        isNull(user.deleted_at),
        eq(user.is_admin, false),
        or(isNull(user.suspended_until), gt(user.suspended_until, now)),
        eq(decision.reason_code, 'underage'),
        lte(decision.created_at, new Date(now.getTime() - LIFETIME.underageAccount)),
        notExists(stands),
      ),
    )
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function eraseUnderage(db: Db, now: Date, limit: number): Promise<number> {
  const ids = await findUnderage(db, now, limit)
  for (const userId of ids)
    await db.transaction(async (tx) => {
      try {
        await deleteAccount(tx, { userId, content: 'remove' }, now)
      } catch (error) {
        // The owner has deleted the account since `findUnderage` found it.
        if (error instanceof ApiError && error.code === 'user_not_found') return
        throw error
      }
      await writeJobAudit(tx, { action: 'user.erase_underage', target_type: 'user', target_id: userId }, now)
    })
  return ids.length
}
