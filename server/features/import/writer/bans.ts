import { eq } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { cleanText } from '#server/markdown/clean-text.ts'
import { decision } from '../../moderation/tables.ts'
import { user } from '../../users/table.ts'
import type { RecordOf } from '../records.ts'
import { accountOf, record, refuse, take, type Batch } from './batch.ts'

/** An active ban of a person becomes a suspension; the ban of an e-mail or IP address is refused. */
export async function writeBans(batch: Batch, bans: RecordOf<'ban'>[]): Promise<void> {
  await batch.load(
    'person',
    bans.map((one) => one.person),
  )
  for (const { id, person, until, reason, left_out } of bans) {
    const user_id = accountOf(batch, person)
    if (left_out || person === null) refuse(batch, 'ban', id, left_out ?? 'not_of_a_person')
    else if (user_id === null) refuse(batch, 'ban', id, 'person_missing')
    else if (until !== null && until <= batch.now) refuse(batch, 'ban', id, 'has_ended')
    else {
      const [decisionId] = await take(batch, 'decision', 1)
      await batch.tx
        .insert(decision)
        .values({
          id: decisionId!,
          action: 'suspended',
          user_id,
          by_admin: true,
          reason_code: 'other',
          text: cleanText(reason).slice(0, LIMITS.decisionText),
          created_at: batch.now,
          ends_at: until,
        })
      if (!batch.isDryRun)
        await batch.tx
          .update(user)
          .set({ suspension_id: decisionId!, suspended_until: until })
          .where(eq(user.id, user_id))
      record(batch, { kind: 'ban', source_id: id, outcome: 'imported', target: 'user', target_id: user_id })
    }
  }
}
