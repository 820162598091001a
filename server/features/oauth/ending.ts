import { and, eq, isNull, notExists } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { emitChange } from '../events/changes.ts'
import { oauthApplication, oauthGrant, oauthSession } from './table.ts'

/* Separate from queries.ts to avoid an import cycle: queries.ts imports auth/queries.ts, which imports this file. */

/** Deletes the member's grants, and the sessions with which the member's own applications call on their behalf. */
export async function deleteGrantsOf(tx: DbOrTx, userId: number): Promise<void> {
  const ended = [
    ...(await tx.delete(oauthGrant).where(eq(oauthGrant.user_id, userId)).returning({ id: oauthGrant.id })),
    ...(await tx
      .delete(oauthSession)
      .where(and(eq(oauthSession.user_id, userId), isNull(oauthSession.grant_id)))
      .returning({ id: oauthSession.id })),
  ]
  // An attacker who had the old password may have registered an application that calls on the member's behalf.
  await tx.update(oauthApplication).set({ acts_as_owner: false }).where(eq(oauthApplication.user_id, userId))
  if (ended.length > 0) emitChange(tx, { type: 'sessions', user_id: userId })
}

export async function deleteGrant(tx: DbOrTx, userId: number, id: number): Promise<boolean> {
  const rows = await tx
    .delete(oauthGrant)
    .where(and(eq(oauthGrant.id, id), eq(oauthGrant.user_id, userId)))
    .returning({ id: oauthGrant.id })
  if (rows.length > 0) emitChange(tx, { type: 'sessions', user_id: userId })
  return rows.length > 0
}

export async function deleteSession(tx: DbOrTx, id: string): Promise<void> {
  const ended = await tx
    .delete(oauthSession)
    .where(eq(oauthSession.id, id))
    .returning({ user_id: oauthSession.user_id })
  for (const { user_id } of ended) emitChange(tx, { type: 'sessions', user_id })
}

/** Ends the session whose authorization code or refresh token was used twice. */
export async function deleteStolenSession(tx: DbOrTx, id: string, grantId: number | null): Promise<void> {
  await deleteSession(tx, id)
  if (grantId === null) return
  const others = tx.select({ id: oauthSession.id }).from(oauthSession).where(eq(oauthSession.grant_id, grantId))
  await tx.delete(oauthGrant).where(and(eq(oauthGrant.id, grantId), notExists(others)))
}

export async function deleteApplication(tx: DbOrTx, userId: number, clientId: string): Promise<boolean> {
  const [found] = await tx
    .select({ client_id: oauthApplication.client_id })
    .from(oauthApplication)
    .where(and(eq(oauthApplication.client_id, clientId), eq(oauthApplication.user_id, userId)))
    .for('update')
  if (!found) return false
  const ended = await tx
    .delete(oauthSession)
    .where(eq(oauthSession.client_id, clientId))
    .returning({ user_id: oauthSession.user_id })
  await tx.delete(oauthApplication).where(eq(oauthApplication.client_id, clientId))
  for (const user_id of new Set(ended.map((row) => row.user_id))) emitChange(tx, { type: 'sessions', user_id })
  return true
}
