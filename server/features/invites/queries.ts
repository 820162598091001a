import { and, count, desc, eq, gt, isNull, lt, min, or, sql, type Column } from 'drizzle-orm'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { user } from '../users/table.ts'
import { invite, invitedMember } from './table.ts'

/** Counts the addresses with a pending registration by this invite, without those that have an account by now. */
const registeredPeople = (inviteId: Column | number, exceptEmail = '') => sql<number>`(
  select count(distinct lower(pending.email))::integer from registration pending
  where pending.invite_id = ${inviteId} and lower(pending.email) <> ${exceptEmail.toLowerCase()}
    and not exists (select from "user" joined where lower(joined.email) = lower(pending.email)))`

const isValid = (now: Date) => and(isNull(invite.revoked_at), or(isNull(invite.expires_at), gt(invite.expires_at, now)))

/**
 * Returns the id of the invite, null if it cannot be used. Its row stays locked until the registration is stored, so
 * that concurrent registrations cannot exceed its uses.
 */
export async function takeInvite(tx: DbOrTx, code: string, email: string, now: Date): Promise<number | null> {
  const [found] = await tx
    .select({ id: invite.id, uses: invite.uses, accounts: invite.accounts })
    .from(invite)
    .where(and(eq(invite.code, code), isValid(now)))
    .for('no key update')
  if (!found) return null
  const [others] = await tx.execute<{ people: number }>(sql`select ${registeredPeople(found.id, email)} as people`)
  return found.accounts + others!.people < found.uses ? found.id : null
}

export async function recordInvited(tx: DbOrTx, inviteId: number, userId: number, now: Date): Promise<void> {
  await tx
    .update(invite)
    .set({ accounts: sql`${invite.accounts} + 1` })
    .where(eq(invite.id, inviteId))
  await tx.insert(invitedMember).values({ user_id: userId, invite_id: inviteId, created_at: now })
}

export async function insertInvite(tx: DbOrTx, values: typeof invite.$inferInsert): Promise<number> {
  const [row] = await tx.insert(invite).values(values).returning({ id: invite.id })
  return row!.id
}

const invited = sql<{ username: string; created_at: string }[]>`(
  select coalesce(json_agg(json_build_object('username', latest.username, 'created_at', latest.created_at)
    order by latest.user_id desc), '[]')
  from (
    select member.user_id, joined.username,
      to_char(member.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from invited_member member join "user" joined on joined.id = member.user_id and joined.deleted_at is null
    where member.invite_id = ${invite.id} order by member.user_id desc limit ${LIMITS.invitedMembers}) latest)`

/** A null `creatorId` lists the invites of all creators. */
export async function listInvites(
  tx: DbOrTx,
  creatorId: number | null,
  { before, limit, id }: { before?: number; limit: number; id?: number },
) {
  const rows = await tx
    .select({
      id: invite.id,
      code: invite.code,
      uses: invite.uses,
      used: sql<number>`${invite.accounts} + ${registeredPeople(invite.id)}`,
      note: invite.note,
      created_at: invite.created_at,
      expires_at: invite.expires_at,
      by: user.username,
      by_admin: invite.by_admin,
      invited,
    })
    .from(invite)
    .leftJoin(user, and(eq(user.id, invite.creator_id), isNull(user.deleted_at)))
    .where(
      and(
        isNull(invite.revoked_at),
        creatorId === null ? undefined : and(eq(invite.creator_id, creatorId), eq(invite.by_admin, false)),
        before === undefined ? undefined : lt(invite.id, before),
        id === undefined ? undefined : eq(invite.id, id),
      ),
    )
    .orderBy(desc(invite.id))
    .limit(limit)
  return rows.map(({ by, ...row }) => ({ ...row, by: by === null ? null : { username: by } }))
}

export async function revokeInvite(tx: DbOrTx, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(invite)
    .set({ revoked_at: now })
    .where(and(eq(invite.id, id), isNull(invite.revoked_at)))
    .returning({ id: invite.id })
  return rows.length > 0
}

export async function countOwnRecent(tx: DbOrTx, userId: number, now: Date) {
  const since = new Date(now.getTime() - LIFETIME.inviteMonth)
  const [row] = await tx
    .select({ made: count(), first: min(invite.created_at) })
    .from(invite)
    .where(and(eq(invite.creator_id, userId), eq(invite.by_admin, false), gt(invite.created_at, since)))
  return row!
}

export async function lockMember(tx: DbOrTx, userId: number): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
}

export async function findInviter(tx: DbOrTx, userId: number) {
  const [row] = await tx
    .select({ code: invite.code, note: invite.note, by: user.username })
    .from(invitedMember)
    .innerJoin(invite, eq(invite.id, invitedMember.invite_id))
    .leftJoin(user, and(eq(user.id, invite.creator_id), isNull(user.deleted_at)))
    .where(eq(invitedMember.user_id, userId))
  return row ? { ...row, by: row.by === null ? null : { username: row.by } } : null
}

/** Revokes the invites of a deleted account; accounts that registered with them stay. */
export async function forgetCreator(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await tx
    .update(invite)
    .set({
      creator_id: null,
      note: '',
      revoked_at: sql`coalesce(${invite.revoked_at}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(invite.creator_id, userId))
}
