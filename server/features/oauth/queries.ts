import { and, desc, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Scope } from '#shared/api/scopes.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { account } from '../auth/queries.ts'
import { session } from '../auth/table.ts'
import { user } from '../users/table.ts'
import { oauthApplication, oauthDevice, oauthGrant, oauthKey, oauthSession } from './table.ts'

type Key = { kid: string; public_key: string; private_key: string }

export async function findKey(tx: DbOrTx): Promise<Key | null> {
  const { kid, public_key, private_key } = oauthKey
  const [row] = await tx.select({ kid, public_key, private_key }).from(oauthKey)
  return row ?? null
}

export async function insertKey(tx: DbOrTx, key: Key): Promise<void> {
  await tx.insert(oauthKey).values(key).onConflictDoNothing()
}

export async function replaceKey(tx: DbOrTx, kid: string, key: Key): Promise<void> {
  await tx
    .update(oauthKey)
    .set({ ...key, created_at: sql`now()` })
    .where(eq(oauthKey.kid, kid))
}

/** Distinguishes the ids of applications' sessions from those of login sessions and personal tokens. */
const SESSION_PREFIX = 'oauth-'

export const streamIdOf = (sessionId: string): string => SESSION_PREFIX + sessionId

/** Returns null for the id of a login session or a personal token. */
export const oauthSessionIdOf = (streamId: string): string | null =>
  streamId.startsWith(SESSION_PREFIX) ? streamId.slice(SESSION_PREFIX.length) : null

const findById = builtQuery((db, values: Placeholders<{ id: string; now: Date }>) =>
  db
    .select({
      ...account,
      client_id: oauthSession.client_id,
      grant_id: oauthSession.grant_id,
      last_used_at: oauthGrant.last_used_at,
      expires_at: oauthSession.expires_at,
      active_on: user.active_on,
      trust_level: user.trust_level,
      suspension_id: user.suspension_id,
      suspended_until: user.suspended_until,
    })
    .from(oauthSession)
    .innerJoin(user, eq(user.id, oauthSession.user_id))
    .leftJoin(oauthGrant, eq(oauthGrant.id, oauthSession.grant_id))
    .where(
      and(
        eq(oauthSession.id, values.id),
        gt(oauthSession.expires_at, sql.param(values.now, oauthSession.expires_at)),
        isNull(user.deleted_at),
      ),
    ),
)

export async function findSessionAccount(db: DbOrTx, id: string, now: Date) {
  const [row] = await findById(db, { id, now })
  return row ?? null
}

export async function recordGrantUse(db: DbOrTx, id: number, now: Date): Promise<void> {
  await db.update(oauthGrant).set({ last_used_at: now }).where(eq(oauthGrant.id, id))
}

export async function findOpenOauthSessions(db: DbOrTx, streamIds: string[], now: Date): Promise<string[]> {
  const ids = streamIds.filter((id) => id.startsWith(SESSION_PREFIX)).map((id) => id.slice(SESSION_PREFIX.length))
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: oauthSession.id })
    .from(oauthSession)
    .innerJoin(user, eq(user.id, oauthSession.user_id))
    .where(and(inArray(oauthSession.id, ids), gt(oauthSession.expires_at, now), isNull(user.deleted_at)))
  return rows.map(({ id }) => streamIdOf(id))
}

export type StoredApplication = Omit<typeof oauthApplication.$inferSelect, 'scopes'> & { scopes: Scope[] }

const withScopes = (row: typeof oauthApplication.$inferSelect): StoredApplication => ({
  ...row,
  scopes: row.scopes as Scope[],
})

export async function findApplication(tx: DbOrTx, clientId: string): Promise<StoredApplication | null> {
  const [row] = await tx.select().from(oauthApplication).where(eq(oauthApplication.client_id, clientId))
  return row ? withScopes(row) : null
}

export async function listApplications(tx: DbOrTx, userId: number): Promise<StoredApplication[]> {
  const rows = await tx
    .select()
    .from(oauthApplication)
    .where(eq(oauthApplication.user_id, userId))
    .orderBy(desc(oauthApplication.created_at), oauthApplication.client_id)
  return rows.map(withScopes)
}

export async function insertApplication(tx: DbOrTx, values: typeof oauthApplication.$inferInsert): Promise<void> {
  await tx.insert(oauthApplication).values(values)
}

export async function findOwnerName(tx: DbOrTx, userId: number): Promise<string | null> {
  const [row] = await tx
    .select({ username: user.username })
    .from(user)
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
  return row?.username ?? null
}

export async function findSignInTime(tx: DbOrTx, sessionId: string): Promise<Date | null> {
  const [row] = await tx.select({ created_at: session.created_at }).from(session).where(eq(session.id, sessionId))
  return row?.created_at ?? null
}

export async function findGrant(tx: DbOrTx, userId: number, clientId: string) {
  const [row] = await tx
    .select({ id: oauthGrant.id, scopes: oauthGrant.scopes })
    .from(oauthGrant)
    .where(and(eq(oauthGrant.user_id, userId), eq(oauthGrant.client_id, clientId)))
  return row ? { ...row, scopes: row.scopes as Scope[] } : null
}

export async function upsertGrant(
  tx: DbOrTx,
  { user_id, client_id, scopes, now }: { user_id: number; client_id: string; scopes: readonly Scope[]; now: Date },
): Promise<number> {
  const [row] = await tx
    .insert(oauthGrant)
    .values({ user_id, client_id, scopes: [...scopes], created_at: now })
    .onConflictDoUpdate({
      target: [oauthGrant.user_id, oauthGrant.client_id],
      set: { scopes: sql`array(select distinct unnest(${oauthGrant.scopes} || excluded.scopes))` },
    })
    .returning({ id: oauthGrant.id })
  return row!.id
}

export async function listGrants(tx: DbOrTx, userId: number) {
  const rows = await tx
    .select({
      id: oauthGrant.id,
      client_id: oauthGrant.client_id,
      name: oauthApplication.name,
      url: oauthApplication.url,
      scopes: oauthGrant.scopes,
      created_at: oauthGrant.created_at,
      last_used_at: oauthGrant.last_used_at,
    })
    .from(oauthGrant)
    .innerJoin(oauthApplication, eq(oauthApplication.client_id, oauthGrant.client_id))
    .where(eq(oauthGrant.user_id, userId))
    .orderBy(desc(oauthGrant.id))
  return rows.map((row) => ({ ...row, scopes: row.scopes as Scope[] }))
}

export type OauthSession = Omit<typeof oauthSession.$inferSelect, 'scopes'> & { scopes: Scope[] }

const asSession = (row: typeof oauthSession.$inferSelect | undefined): OauthSession | null =>
  row ? { ...row, scopes: row.scopes as Scope[] } : null

export async function insertSession(tx: DbOrTx, values: typeof oauthSession.$inferInsert): Promise<OauthSession> {
  const [row] = await tx.insert(oauthSession).values(values).returning()
  return asSession(row)!
}

export async function lockByCode(tx: DbOrTx, codeHash: string): Promise<OauthSession | null> {
  const [row] = await tx.select().from(oauthSession).where(eq(oauthSession.code_hash, codeHash)).for('update')
  return asSession(row)
}

export async function lockByRefreshFamily(tx: DbOrTx, familyHash: string): Promise<OauthSession | null> {
  const [row] = await tx.select().from(oauthSession).where(eq(oauthSession.refresh_family, familyHash)).for('update')
  return asSession(row)
}

export async function findByRefreshFamily(tx: DbOrTx, familyHash: string): Promise<OauthSession | null> {
  const [row] = await tx.select().from(oauthSession).where(eq(oauthSession.refresh_family, familyHash))
  return asSession(row)
}

export async function updateSession(
  tx: DbOrTx,
  id: string,
  values: Partial<typeof oauthSession.$inferInsert>,
): Promise<void> {
  await tx.update(oauthSession).set(values).where(eq(oauthSession.id, id))
}

/** Stores the session of an application that calls on behalf of its owner (client credentials). */
export async function upsertOwnSession(tx: DbOrTx, values: typeof oauthSession.$inferInsert): Promise<string> {
  const { scopes, expires_at, user_id } = values
  const [row] = await tx
    .insert(oauthSession)
    .values(values)
    .onConflictDoUpdate({
      target: oauthSession.client_id,
      targetWhere: sql`grant_id is null`,
      set: { scopes, expires_at, user_id },
    })
    .returning({ id: oauthSession.id })
  return row!.id
}

export async function findClaims(tx: DbOrTx, userId: number) {
  const { id, username, email, email_verified, avatar_url } = user
  const [row] = await tx
    .select({ id, username, email, email_verified, avatar_url })
    .from(user)
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
  return row ?? null
}

export async function deleteExpiredSessions(tx: DbOrTx, now: Date, limit: number): Promise<number> {
  const some = tx
    .select({ id: oauthSession.id })
    .from(oauthSession)
    .where(lt(oauthSession.expires_at, now))
    .limit(limit)
  const rows = await tx.delete(oauthSession).where(inArray(oauthSession.id, some)).returning({ id: oauthSession.id })
  return rows.length
}

type Device = Omit<typeof oauthDevice.$inferSelect, 'scopes'> & { scopes: Scope[] }

const asDevice = (row: typeof oauthDevice.$inferSelect | undefined): Device | null =>
  row ? { ...row, scopes: row.scopes as Scope[] } : null

export async function insertDevice(tx: DbOrTx, values: typeof oauthDevice.$inferInsert): Promise<void> {
  await tx.insert(oauthDevice).values(values)
}

export async function findDevice(tx: DbOrTx, userCode: string, now: Date): Promise<Device | null> {
  const isWaiting = and(isNull(oauthDevice.decision), gt(oauthDevice.expires_at, now))
  const [row] = await tx
    .select()
    .from(oauthDevice)
    .where(and(eq(oauthDevice.user_code, userCode), isWaiting))
  return asDevice(row)
}

/** Returns false if the device sign-in is already decided, expired or unknown. */
export async function decideDevice(
  tx: DbOrTx,
  userCode: string,
  values: { user_id: number; decision: 'allow' | 'deny'; auth_time: Date; now: Date },
): Promise<boolean> {
  const { now, ...decided } = values
  const isWaiting = and(isNull(oauthDevice.decision), gt(oauthDevice.expires_at, now))
  const rows = await tx
    .update(oauthDevice)
    .set(decided)
    .where(and(eq(oauthDevice.user_code, userCode), isWaiting))
    .returning({ id: oauthDevice.id })
  return rows.length > 0
}

export async function lockDevice(tx: DbOrTx, deviceHash: string): Promise<Device | null> {
  const [row] = await tx.select().from(oauthDevice).where(eq(oauthDevice.device_hash, deviceHash)).for('update')
  return asDevice(row)
}

export async function recordPoll(tx: DbOrTx, id: number, now: Date): Promise<void> {
  await tx.update(oauthDevice).set({ polled_at: now }).where(eq(oauthDevice.id, id))
}

export async function deleteDevice(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(oauthDevice).where(eq(oauthDevice.id, id))
}

export async function deleteExpiredDevices(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const some = tx
    .select({ id: oauthDevice.id })
    .from(oauthDevice)
    .where(lt(oauthDevice.expires_at, before))
    .limit(limit)
  const rows = await tx.delete(oauthDevice).where(inArray(oauthDevice.id, some)).returning({ id: oauthDevice.id })
  return rows.length
}

/** Deletes applications that registered themselves before the time `before` and have no grants. */
export async function deleteUnusedApplications(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const { client_id, user_id, created_at } = oauthApplication
  const grants = tx.select({ id: oauthGrant.id }).from(oauthGrant).where(eq(oauthGrant.client_id, client_id))
  const some = tx
    .select({ client_id })
    .from(oauthApplication)
    .where(and(isNull(user_id), lt(created_at, before), notExists(grants)))
    .limit(limit)
  const rows = await tx.delete(oauthApplication).where(inArray(client_id, some)).returning({ client_id })
  return rows.length
}
