import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { holdContent, removeContent, reportContent } from '../content/actions.ts'
import { lockContent, type ContentRef } from '../content/queries.ts'
import { isPublished, type Verdict } from './check.ts'
import { insertHits } from './queries.ts'

/** A text that is held because its author is a newcomer has no reason code. */
const holdReason = (held_by: string) =>
  held_by === HELD_NEWCOMER ? { held_by } : { reason_code: 'other' as const, held_by }

/**
 * Records hits, a decision and queue items. An edited text that is already held is not held again, and a new text
 * (`isNew`) was already stored as held.
 */
export async function applyVerdict(
  tx: Tx,
  ref: ContentRef,
  verdict: Verdict,
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  const { matchingIds, isRemoved, held_by, isBySite, reported_by } = verdict
  if (matchingIds.length === 0 && isPublished(verdict)) return
  const content = await lockContent(tx, ref)
  if (matchingIds.length > 0) await insertHits(tx, matchingIds, content, now)
  const by = isBySite ? 'site_filter' : 'filter'
  if (isRemoved) await removeContent(tx, content, { reason_code: 'other' }, { by, now })
  else if (held_by !== null && (isNew || content.held_at === null))
    await holdContent(tx, content, holdReason(held_by), { by, now })
  if (reported_by !== null) await reportContent(tx, content, reported_by, now)
}
