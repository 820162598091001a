import type { Services } from '#server/context.ts'
import { keyOf } from '#server/media/storage-keys.ts'
import { deleteExport, findExportsOf, type ExportRow } from './queries.ts'

type Store = Pick<Services, 'db' | 'media'>

export async function removeExport({ db, media }: Store, row: ExportRow): Promise<void> {
  await media.remove(keyOf(row.url))
  await db.transaction((tx) => deleteExport(tx, row))
}

/** A running job that makes an export finds at its end that the row is gone, and removes the file itself. */
export async function removeExportsOf(store: Store, userId: number): Promise<void> {
  for (const row of await findExportsOf(store.db, userId)) await removeExport(store, row)
}
