import type { DbOrTx } from '#server/db/driver/client.ts'
import { closeNoticeItems } from '../queue/items.ts'
import { requestNoticeMail } from './mails.ts'
import { closeNotices, type Closing } from './queries.ts'

/** Closes the notices, mails their senders, and returns the number of closed notices. */
export async function decideNotices(
  tx: DbOrTx,
  which: Parameters<typeof closeNotices>[1],
  closing: Closing,
): Promise<number> {
  const closed = await closeNotices(tx, which, closing)
  if (closed.length > 0)
    await closeNoticeItems(
      tx,
      closed.map(({ id }) => id),
      closing.decision_id ?? null,
      closing.now,
    )
  for (const { id, email } of closed) if (email !== null) await requestNoticeMail(tx, id, 'decided')
  return closed.length
}
