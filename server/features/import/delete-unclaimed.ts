import type { Services } from '#server/context.ts'
import type { ContentChoice } from '#server/jobs/payloads.ts'
import type { Db } from '#server/db/driver/client.ts'
import { findEmailToken, lockById } from '../auth/queries.ts'
import { hashToken } from '../auth/tokens.ts'
import { deleteAccount } from '../users/removal/remove-account.ts'
import { findUnclaimed } from './claims.ts'

/** Returns false unless the token is from a mail to the owner of an unclaimed account. */
export async function deleteUnclaimed(services: Services, token: string, content: ContentChoice): Promise<boolean> {
  const now = services.now()
  return (services.db as Db).transaction(async (tx) => {
    const link = await findEmailToken(tx, 'reset', hashToken(token), now)
    if (!link || link.used_at !== null || link.user_id === null) return false
    const account = await lockById(tx, link.user_id)
    if (!account || !(await findUnclaimed(tx, account.id))) return false
    await deleteAccount(tx, { userId: account.id, content }, now)
    services.invalidations.publish(['*'])
    return true
  })
}
