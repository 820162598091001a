import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Scope } from '#shared/api/scopes.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { emitChange } from '../events/changes.ts'
import { account } from '../auth/queries.ts'
import { hashToken } from '../auth/tokens.ts'
import { user } from '../users/table.ts'
import { personalToken } from './table.ts'

export const PERSONAL_TOKEN_PREFIX = 'wpt_'

/** Distinguishes the ids of personal tokens' sessions from those of sign-in sessions. */
const SESSION_PREFIX = 'token-'

export const sessionIdOf = (tokenId: number): string => `${SESSION_PREFIX}${tokenId}`

/** Returns null for the id of a sign-in session. */
export const tokenIdOf = (sessionId: string): number | null =>
  sessionId.startsWith(SESSION_PREFIX) ? Number(sessionId.slice(SESSION_PREFIX.length)) : null

const findByHash = builtQuery((db, values: Placeholders<{ hash: string; now: Date }>) =>
  db
    .select({
      ...account,
      token_id: personalToken.id,
      scopes: personalToken.scopes,
      expires_at: personalToken.expires_at,
      last_used_at: personalToken.last_used_at,
      active_on: user.active_on,
      trust_level: user.trust_level,
      suspension_id: user.suspension_id,
      suspended_until: user.suspended_until,
    })
    .from(personalToken)
    .innerJoin(user, eq(user.id, personalToken.user_id))
    .where(
      and(
        eq(personalToken.token_hash, values.hash),
        gt(personalToken.expires_at, sql.param(values.now, personalToken.expires_at)),
        isNull(user.deleted_at),
      ),
    ),
)

export async function findByToken(db: DbOrTx, token: string, now: Date) {
  const [row] = await findByHash(db, { hash: hashToken(token), now })
  return row ?? null
}

export async function recordUse(db: DbOrTx, id: number, now: Date): Promise<void> {
  await db.update(personalToken).set({ last_used_at: now }).where(eq(personalToken.id, id))
}

export async function findOpenTokens(db: DbOrTx, sessionIds: string[], now: Date): Promise<string[]> {
  const ids = sessionIds
    .filter((id) => id.startsWith(SESSION_PREFIX))
    .map((id) => Number(id.slice(SESSION_PREFIX.length)))
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: personalToken.id })
    .from(personalToken)
    .innerJoin(user, eq(user.id, personalToken.user_id))
    .where(and(inArray(personalToken.id, ids), gt(personalToken.expires_at, now), isNull(user.deleted_at)))
  return rows.map(({ id }) => sessionIdOf(id))
}

export async function listTokens(tx: DbOrTx, userId: number, now: Date) {
  const rows = await tx
    .select({
      id: personalToken.id,
      name: personalToken.name,
      scopes: personalToken.scopes,
      created_at: personalToken.created_at,
      expires_at: personalToken.expires_at,
      last_used_at: personalToken.last_used_at,
    })
    .from(personalToken)
    .where(and(eq(personalToken.user_id, userId), gt(personalToken.expires_at, now)))
    .orderBy(desc(personalToken.id))
  return rows.map((row) => ({ ...row, scopes: row.scopes as Scope[] }))
}

/** Without this lock, concurrent requests could exceed the limit of tokens together. */
export async function lockOwner(tx: DbOrTx, userId: number): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
}

export async function insertToken(tx: DbOrTx, values: typeof personalToken.$inferInsert): Promise<number> {
  const [row] = await tx.insert(personalToken).values(values).returning({ id: personalToken.id })
  return row!.id
}

export async function deleteToken(tx: DbOrTx, userId: number, id: number): Promise<boolean> {
  const rows = await tx
    .delete(personalToken)
    .where(and(eq(personalToken.id, id), eq(personalToken.user_id, userId)))
    .returning({ id: personalToken.id })
  if (rows.length > 0) emitChange(tx, { type: 'sessions', user_id: userId })
  return rows.length > 0
}
