import type { DbOrTx } from '#server/db/driver/client.ts'
import { closeItemOfModmail } from '../moderation/index.ts'
import { anonymizeModmail, deleteThreadsOf } from './queries.ts'

/** A member's threads go with the account; what they answered as staff stays, without their name. */
export async function removeModmailBatch(tx: DbOrTx, userId: number, limit: number, now: Date): Promise<number> {
  const ids = await deleteThreadsOf(tx, userId, limit)
  await closeItemOfModmail(tx, ids, now)
  return ids.length + (await anonymizeModmail(tx, userId, limit))
}
