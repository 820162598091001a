import { desc, eq } from 'drizzle-orm'
import type { AcceptedText } from '#shared/rules/texts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { acceptance } from './table.ts'

export async function insertAcceptances(
  tx: DbOrTx,
  userId: number,
  accepted: Partial<Record<AcceptedText, number | null>>,
  now: Date,
): Promise<void> {
  const rows = (Object.entries(accepted) as [AcceptedText, number | null][]).flatMap(([text, version]) =>
    version === null ? [] : [{ user_id: userId, text, version, accepted_at: now }],
  )
  if (rows.length > 0) await tx.insert(acceptance).values(rows).onConflictDoNothing()
}

export function findAccepted(tx: DbOrTx, userId: number) {
  return tx
    .selectDistinctOn([acceptance.text], {
      text: acceptance.text,
      version: acceptance.version,
      accepted_at: acceptance.accepted_at,
    })
    .from(acceptance)
    .where(eq(acceptance.user_id, userId))
    .orderBy(acceptance.text, desc(acceptance.version))
}
