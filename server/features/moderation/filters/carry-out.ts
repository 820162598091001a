import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { holdThing, removeThing, reportThing } from '../content/actions.ts'
import { lockThing, type ThingRef } from '../content/queries.ts'
import { isPublished, type Verdict } from './check.ts'
import { insertHits } from './queries.ts'

/** `reason_code` says that a filter held it. */
const whyHeld = (held_by: string) =>
  held_by === HELD_NEWCOMER ? { held_by } : { reason_code: 'other' as const, held_by }

/**
 * Records what a verdict did to a text that has been stored: hits, decision, and what waits for moderators. A new one that is not published was
 * stored as held (`isNew`), an edited one may be held already.
 */
export async function carryOut(
  tx: Tx,
  ref: ThingRef,
  verdict: Verdict,
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  const { hits, isRemoved, held_by, isBySite, reported_by } = verdict
  if (hits.length === 0 && isPublished(verdict)) return
  const thing = await lockThing(tx, ref)
  if (hits.length > 0) await insertHits(tx, hits, thing, now)
  const by = isBySite ? 'site_filter' : 'filter'
  if (isRemoved) await removeThing(tx, thing, { reason_code: 'other' }, { by, now })
  else if (held_by !== null && (isNew || thing.held_at === null))
    await holdThing(tx, thing, whyHeld(held_by), { by, now })
  if (reported_by !== null) await reportThing(tx, thing, reported_by, now)
}
