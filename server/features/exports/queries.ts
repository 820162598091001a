import { and, desc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { notify, retractNotifications } from '../notifications/queries.ts'
import { user } from '../users/table.ts'
import { dataExport } from './table.ts'

export type ExportRow = typeof dataExport.$inferSelect

const isCurrent = (userId: number, now: Date) => and(eq(dataExport.user_id, userId), gt(dataExport.expires_at, now))

export async function findCurrentExport(tx: DbOrTx, userId: number, now: Date): Promise<ExportRow | null> {
  const [row] = await tx.select().from(dataExport).where(isCurrent(userId, now)).orderBy(desc(dataExport.id)).limit(1)
  return row ?? null
}

export async function findExportFile(
  tx: DbOrTx,
  userId: number,
  url: string,
  now: Date,
): Promise<{ ready_at: Date; username: string } | null> {
  const [row] = await tx
    .select({ ready_at: dataExport.ready_at, username: user.username })
    .from(dataExport)
    .innerJoin(user, eq(user.id, dataExport.user_id))
    .where(and(eq(dataExport.url, url), isCurrent(userId, now), isNotNull(dataExport.ready_at)))
  return row?.ready_at ? { ...row, ready_at: row.ready_at } : null
}

/** The caller must have locked the account. */
export async function insertExport(
  tx: DbOrTx,
  { userId, url, now }: { userId: number; url: string; now: Date },
): Promise<number> {
  await tx.update(dataExport).set({ expires_at: now }).where(isCurrent(userId, now))
  const [row] = await tx
    .insert(dataExport)
    .values({ user_id: userId, url, created_at: now, expires_at: new Date(now.getTime() + LIFETIME.exportRequest) })
    .returning({ id: dataExport.id })
  return row!.id
}

const isPending = (id: number, now: Date) =>
  and(eq(dataExport.id, id), isNull(dataExport.ready_at), gt(dataExport.expires_at, now))

/** Returns null if the export is ready, expired or deleted with its account. */
export async function findPendingExport(tx: DbOrTx, id: number, now: Date) {
  const [row] = await tx
    .select({ user_id: dataExport.user_id, username: user.username, created_at: dataExport.created_at })
    .from(dataExport)
    .innerJoin(user, and(eq(user.id, dataExport.user_id), isNull(user.deleted_at)))
    .where(isPending(id, now))
  return row ?? null
}

export async function hasExport(tx: DbOrTx, id: number): Promise<boolean> {
  return (await tx.$count(dataExport, eq(dataExport.id, id))) > 0
}

/** Returns false if the export has expired or was deleted meanwhile. */
export async function confirmExport(
  tx: DbOrTx,
  { id, size, now }: { id: number; size: number; now: Date },
): Promise<boolean> {
  const [row] = await tx
    .update(dataExport)
    .set({ size, ready_at: now, expires_at: new Date(now.getTime() + LIFETIME.export) })
    .where(isPending(id, now))
    .returning({ user_id: dataExport.user_id })
  if (row) await notify(tx, { userId: row.user_id, kind: 'export', actorId: null, now })
  return row !== undefined
}

export async function findExpiredExports(tx: DbOrTx, now: Date, limit: number): Promise<ExportRow[]> {
  return tx.select().from(dataExport).where(lte(dataExport.expires_at, now)).orderBy(dataExport.expires_at).limit(limit)
}

export async function findExportsOf(tx: DbOrTx, userId: number): Promise<ExportRow[]> {
  return tx.select().from(dataExport).where(eq(dataExport.user_id, userId))
}

export async function deleteExport(tx: DbOrTx, { id, user_id, expires_at }: ExportRow): Promise<void> {
  await retractNotifications(tx, { userId: user_id, kind: 'export', until: expires_at })
  await tx.delete(dataExport).where(eq(dataExport.id, id))
}
