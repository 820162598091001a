import type { Db } from '#server/db/driver/client.ts'
import { writeCommandAudit } from '../audit/queries.ts'
import { deleteAdminTokensOf, endSessions, findForLogin, lockById } from '../auth/queries.ts'
import { requestFactorMail } from '../account/mails.ts'
import { deleteFactors } from './queries.ts'

/** Returns the user name in its stored spelling; null if no account has this name. */
export function resetFactors(db: Db, username: string, now = () => new Date()): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = await findForLogin(tx, username)
    const account = found && (await lockById(tx, found.id))
    if (!account) return null
    await deleteFactors(tx, account.id)
    await endSessions(tx, account.id)
    await deleteAdminTokensOf(tx, account.id)
    await requestFactorMail(tx, { variant: 'normal', now }, account.id, { kind: 'factors_reset' })
    await writeCommandAudit(tx, { action: 'user.reset_factors', target_type: 'user', target_id: account.id })
    return account.username
  })
}
