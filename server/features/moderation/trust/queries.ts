import { and, eq, gt, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { effectiveLevel, GRANTED_LEVEL, NEWCOMER, TRUST, trustLevelOf, type TrustRecord } from '#shared/rules/trust.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'
import { newcomerText } from './table.ts'

const isComputed = and(isNull(user.deleted_at), eq(user.is_bot, false), lt(user.trust_level, GRANTED_LEVEL))!

/**
 * Counts posts, comments and visits, each only up to the highest number that a trust level requires. Members above
 * level 0 are assumed to have enough visits, because old visits may have been deleted.
 */
function findRecords(tx: DbOrTx, which: SQL, limit: number, now: Date) {
  const before = sql`${new Date(now.getTime() - TRUST.contributionAge).toISOString()}::timestamptz`
  const { basic, regular } = TRUST
  const written = (table: SQL) => sql`(select count(*)::integer from (
    select 1 from ${table} where author_id = member.id and is_listed and created_at <= ${before}
      limit greatest(${regular.contributions}::integer, 20 * gone.removed + 1)
  ) kept)`
  return tx.execute<Omit<TrustRecord, 'created_at'> & { id: number; created_at: string; trust_level: number }>(sql`
    select member.id, member.created_at, member.trust_level, member.active_days, gone.removed,
      ${written(sql`post_rank`)} + ${written(sql`comment`)} as contributions,
      case when member.trust_level > 0 then ${basic.threads}::integer else (
        select count(*)::integer from (select 1 from post_visit where user_id = member.id
          limit ${basic.threads}) visited
      ) end as threads
    from (select ${user.id}, ${user.created_at}, ${user.trust_level}, ${user.active_days} from ${user}
      where ${and(which, isComputed)} order by ${user.id} limit ${limit}) member
    cross join lateral (
      select count(distinct coalesce(comment_id, -post_id))::integer as removed from decision
      where user_id = member.id and action in ('removed', 'deleted') and not exists (select 1 from decision later
        where later.undoes_id = decision.id)
    ) gone
    order by member.id`)
}

type Record = Awaited<ReturnType<typeof findRecords>>[number]

async function setLevels(tx: DbOrTx, records: Record[], now: Date): Promise<void> {
  const changed = records
    .map((record) => ({ ...record, level: trustLevelOf({ ...record, created_at: new Date(record.created_at) }, now) }))
    .filter(({ level, trust_level }) => level !== trust_level)
  for (const level of new Set(changed.map((one) => one.level))) {
    const ids = changed.filter((one) => one.level === level).map(({ id }) => id)
    await tx
      .update(user)
      .set({ trust_level: level })
      .where(and(inArray(user.id, ids), isComputed))
  }
}

export async function updateLevels(tx: DbOrTx, after: number, limit: number, now: Date): Promise<number | null> {
  const records = await findRecords(tx, gt(user.id, after), limit, now)
  await setLevels(tx, records, now)
  return records.length < limit ? null : records.at(-1)!.id
}

export async function updateLevelOf(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await setLevels(tx, await findRecords(tx, eq(user.id, userId), 1, now), now)
}

export async function grantLevel(
  tx: DbOrTx,
  userId: number,
  level: typeof GRANTED_LEVEL | null,
  now: Date,
): Promise<{ username: string; trust_level: number }> {
  const isMember = and(eq(user.id, userId), isNull(user.deleted_at))
  const found = await tx
    .update(user)
    .set({ trust_level: level ?? 0 })
    .where(isMember)
    .returning({ id: user.id })
  if (found.length === 0) throw new ApiError('user_not_found')
  if (level === null) await updateLevelOf(tx, userId, now)
  const [row] = await tx
    .select({ username: user.username, is_admin: user.is_admin, trust_level: user.trust_level })
    .from(user)
    .where(isMember)
  return { username: row!.username, trust_level: effectiveLevel(row!) }
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

export async function recordActiveDay(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  const day = dayOf(now)
  await tx
    .update(user)
    .set({ active_days: sql`${user.active_days} + 1`, active_on: day })
    .where(and(eq(user.id, userId), sql`coalesce(${user.active_on} < ${day}, true)`))
}

export async function holdsNewcomers(tx: DbOrTx, categoryId: number): Promise<boolean> {
  return (await tx.$count(category, and(eq(category.id, categoryId), eq(category.hold_newcomers, true)))) > 0
}

/** Takes an advisory lock, because locking the account's row before the text could cause deadlocks. */
export async function lockNewcomer(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newcomer}, ${userId})`)
}

/**
 * Whether a hash of the text occurs in too many other recent texts of the member. `thing` names the text itself, like
 * 'post:7', and is null for a new text.
 */
export async function isRepeated(
  tx: DbOrTx,
  userId: number,
  thing: string | null,
  hashes: string[],
  now: Date,
): Promise<boolean> {
  if (hashes.length === 0) return false
  const since = new Date(now.getTime() - NEWCOMER.repeatWindow)
  const often = await tx
    .select({ hash: newcomerText.hash })
    .from(newcomerText)
    .where(
      and(
        eq(newcomerText.user_id, userId),
        inArray(newcomerText.hash, hashes),
        gt(newcomerText.created_at, since),
        thing === null ? undefined : ne(newcomerText.thing, thing),
      ),
    )
    .groupBy(newcomerText.hash)
    .having(sql`count(*) >= ${NEWCOMER.repeats}`)
    .limit(1)
  return often.length > 0
}

export async function rememberTexts(
  tx: DbOrTx,
  userId: number,
  thing: string,
  hashes: string[],
  now: Date,
): Promise<void> {
  if (hashes.length === 0) return
  await tx
    .insert(newcomerText)
    .values(hashes.map((hash) => ({ user_id: userId, hash, thing, created_at: now })))
    .onConflictDoNothing()
}

export async function deleteOldTexts(tx: DbOrTx, before: Date): Promise<void> {
  await tx.delete(newcomerText).where(lt(newcomerText.created_at, before))
}
