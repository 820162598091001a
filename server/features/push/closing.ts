import { isOneOf } from '#server/db/one-of.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { pushNotice } from './table.ts'

/** Adds a job that closes push notices about content that was read elsewhere or retracted. */
export async function closeReadNotices(tx: DbOrTx, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  const shown = await tx
    .selectDistinct({ id: pushNotice.user_id })
    .from(pushNotice)
    .where(isOneOf(pushNotice.user_id, userIds))
  if (shown.length > 0) await addJob(tx, 'close_push', { user_ids: shown.map(({ id }) => id) })
}
