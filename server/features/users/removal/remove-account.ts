import type { DbOrTx } from '#server/db/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { buryAccount } from './queries.ts'

/** Whether posts and comments stay, without their author, or are deleted. */
export type ContentChoice = 'keep' | 'remove'

/**
 * Deletes an account: at once nobody can sign in with it or find it, and a job takes away what belongs to it.
 * Throws `user_not_found`, `last_admin`.
 */
export async function removeAccount(tx: DbOrTx, { userId, content }: { userId: number, content: ContentChoice }, now: Date): Promise<void> {
  await buryAccount(tx, userId, now)
  await addJob(tx, 'remove_user_data', { user_id: userId, content }, { long: true })
}
