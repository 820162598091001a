import type { DbOrTx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import type { ContentChoice } from '#server/jobs/payloads.ts'
import { softDeleteAccount } from './queries.ts'

export async function deleteAccount(
  tx: DbOrTx,
  { userId, content }: { userId: number; content: ContentChoice },
  now: Date,
): Promise<void> {
  await softDeleteAccount(tx, userId, now)
  await addJob(tx, 'remove_user_data', { user_id: userId, content }, { long: true })
}
