import type { DbOrTx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { softDeleteAccount } from './queries.ts'

export type ContentChoice = 'keep' | 'remove'

export async function deleteAccount(
  tx: DbOrTx,
  { userId, content }: { userId: number; content: ContentChoice },
  now: Date,
): Promise<void> {
  await softDeleteAccount(tx, userId, now)
  await addJob(tx, 'remove_user_data', { user_id: userId, content }, { long: true })
}
