import * as v from 'valibot'
import { desc, eq, lt, max, sql, type Column } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { user } from '../users/table.ts'
import { setting, settingChange } from './table.ts'

export type StoredSetting = Pick<typeof setting.$inferSelect, 'key' | 'value'>

/** The driver has already parsed the JSON; drizzle's parser would make the text '1234' a number. */
const asStored = (column: Column) => sql<unknown>`${column}`

export const readSettings = (tx: DbOrTx): Promise<StoredSetting[]> =>
  tx.select({ key: setting.key, value: asStored(setting.value) }).from(setting)

/** The revision is a number that grows with every change; 0 before the first. */
export async function readRevision(tx: DbOrTx): Promise<number> {
  const [row] = await tx.select({ revision: max(settingChange.id) }).from(settingChange)
  return row?.revision ?? 0
}

/** Other transactions can still read the settings, but not change them. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${setting} in share row exclusive mode`)
}

export async function storeSetting(tx: Tx, { key, value }: StoredSetting, now: Date): Promise<void> {
  if (value === null) await tx.delete(setting).where(eq(setting.key, key))
  else {
    const changed = { value, updated_at: now }
    await tx
      .insert(setting)
      .values({ key, ...changed })
      .onConflictDoUpdate({ target: setting.key, set: changed })
  }
}

export async function insertChange(tx: Tx, change: typeof settingChange.$inferInsert): Promise<void> {
  await tx.insert(settingChange).values(change)
}

export async function listChanges(tx: DbOrTx, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const before =
    cursor === undefined ? undefined : lt(settingChange.id, decodeCursor(cursor, v.strictTuple([cursorId]))[0])
  const rows = await tx
    .select({
      id: settingChange.id,
      key: settingChange.key,
      from: asStored(settingChange.from),
      to: asStored(settingChange.to),
      username: user.username,
      created_at: settingChange.created_at,
    })
    .from(settingChange)
    .leftJoin(user, eq(user.id, settingChange.by_user_id))
    .where(before)
    .orderBy(desc(settingChange.id))
    .limit(limit + 1)
  const changes = rows.slice(0, limit)
  return { changes, next_cursor: rows.length > limit ? encodeCursor([changes.at(-1)!.id]) : null }
}
