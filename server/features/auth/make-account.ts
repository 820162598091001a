import type { Feed } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { recordInvited } from '../invites/queries.ts'
import { insertAcceptances } from '../texts/queries.ts'
import { moveToAccount } from '../sign-in-services/queries.ts'
import { completeRegistration, insertAccount } from './queries.ts'
import type { registration } from './table.ts'

/** The caller must have locked the registration. Returns null if the user name or e-mail address is taken. */
export async function makeAccount(
  tx: DbOrTx,
  pending: typeof registration.$inferSelect,
  { now, home_feed }: { now: Date; home_feed: Feed },
) {
  const account = await insertAccount(tx, pending, { now, home_feed })
  if (!account) return null
  await moveToAccount(tx, pending.id, account.id)
  await completeRegistration(tx, pending, account.id, now)
  if (pending.invite_id !== null) await recordInvited(tx, pending.invite_id, account.id, now)
  const { terms_version: terms, privacy_policy_version: privacy_policy } = pending
  await insertAcceptances(tx, account.id, { terms, privacy_policy }, now)
  return account
}
