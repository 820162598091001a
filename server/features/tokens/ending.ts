import { eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { emitChange } from '../events/changes.ts'
import { personalToken } from './table.ts'

/** In a file of its own to avoid an import cycle: `queries.ts` imports auth/queries.ts, which imports this file. */
export async function deleteTokensOf(tx: DbOrTx, userId: number): Promise<void> {
  const rows = await tx
    .delete(personalToken)
    .where(eq(personalToken.user_id, userId))
    .returning({ id: personalToken.id })
  if (rows.length > 0) emitChange(tx, { type: 'sessions', user_id: userId })
}
