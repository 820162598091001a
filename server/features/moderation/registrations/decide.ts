import { eq } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { Feed } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { makeAccount } from '../../auth/make-account.ts'
import { requestDecisionMail } from '../../auth/mails.ts'
import { deleteRegistration, lockRegistration } from '../../auth/queries.ts'
import { queueItem } from '../queue/table.ts'

type Answer = {
  outcome: 'approved' | 'refused'
  reason_code?: ReasonCode | null
  text: string
  now: Date
  home_feed: Feed
}

/** Mails the outcome and returns the user name. Throws `decided`, `username_taken`. */
export async function decideRegistration(
  tx: DbOrTx,
  id: number,
  { outcome, reason_code, text, now, home_feed }: Answer,
): Promise<string> {
  const pending = await lockRegistration(tx, id)
  if (!pending) throw new ApiError('decided')
  // Clears the foreign key, because it would delete the queue item with the registration.
  await tx.update(queueItem).set({ registration_id: null }).where(eq(queueItem.registration_id, id))
  if (outcome === 'approved') {
    if (!(await makeAccount(tx, pending, { now, home_feed }))) throw new ApiError('username_taken')
  } else await deleteRegistration(tx, id)
  const label = outcome === 'refused' && reason_code ? catalog(pending.language).posts.reasons[reason_code] : ''
  await requestDecisionMail(tx, pending, { kind: outcome, reason: [label, text].filter(Boolean).join('\n\n') })
  return pending.username
}
