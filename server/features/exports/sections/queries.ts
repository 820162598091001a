import { eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Subject } from '#server/db/personal-data.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { isNotExpired } from '../../messages/lifetime.ts'
import { message } from '../../messages/table.ts'
import { SECTIONS, type ExportFile } from '../../personal-data.ts'
import { upload } from '../../uploads/table.ts'

export const EXPORT_FILES = Object.keys(SECTIONS) as ExportFile[]

export function rowsOf(file: ExportFile, subject: Subject): SQL {
  const { owners, fields, joins = sql``, where, order } = SECTIONS[file]
  const isOwned = or(...owners.map((owner) => eq(owner, subject.userId)))!
  return sql`select ${fields} from ${owners[0].table} ${joins}
    where ${isOwned}${where ? sql` and ${where(subject)}` : sql``} order by ${sql.join(order, sql`, `)}`
}

/** Selects the member's own uploads, and the pictures in messages that the member received. */
export function mediaOf({ userId, lifetime }: Subject): SQL {
  const fields = sql`${upload.kind}, ${upload.url}`
  return sql`select ${fields} from ${upload} where ${eq(upload.user_id, userId)} and ${isNull(upload.deleted_at)}
    union select ${fields} from ${message} join ${upload} on ${upload.url} = ${message.image_url}
      and ${isNull(upload.deleted_at)}
    where ${eq(message.recipient_id, userId)} and ${isNotExpired(lifetime)}`
}

/** In one snapshot, all data of an export is from the same time. */
export function inSnapshot<T>(db: DbOrTx, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      // `cursor_tuple_fraction = 1` makes the planner optimize for reading the whole result.
      await tx.execute(sql`set local cursor_tuple_fraction = 1`)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const BATCH_SIZE = 100

export async function* readInBatches(tx: Tx, rows: SQL): AsyncGenerator<string[]> {
  await tx.execute(
    sql`declare exported no scroll cursor for select row_to_json(found)::text as json from (${rows}) found`,
  )
  for (;;) {
    const batch = await tx.execute<{ json: string }>(sql.raw(`fetch ${BATCH_SIZE} from exported`))
    if (batch.length === 0) break
    yield batch.map(({ json }) => json)
  }
  await tx.execute(sql`close exported`)
}
