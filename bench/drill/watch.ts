import type postgres from 'postgres'
import { Ledger } from '../chaos/ledger.ts'

/** What was acknowledged when a backup had not looked at the forum yet, and what had been sent at all when it had. */
export type Moment = { before: Ledger, sent: Set<string>, acknowledgedBy: number }

/** A ledger as it is now, of which no later act is known. */
export function copyOf(ledger: Ledger): Ledger {
  const copy = new Ledger()
  for (const name of ['postVotes', 'commentVotes', 'follows', 'posts', 'comments', 'messages'] as const) {
    for (const [key, value] of ledger[name] as Map<unknown, unknown>) (copy[name] as Map<unknown, unknown>).set(key, value)
  }
  for (const url of ledger.media) copy.media.add(url)
  for (const kind of ['post', 'comment', 'message'] as const) for (const text of ledger.texts[kind]) copy.texts[kind].add(text)
  copy.acknowledged = ledger.acknowledged
  return copy
}

export const textsOf = ({ texts }: Ledger): Set<string> => new Set([...texts.post, ...texts.comment, ...texts.message])

/**
 * Waits until a backup holds its snapshot. What was acknowledged before the last look that found none was there for it; what
 * is sent after the first look that found it was not.
 */
export async function momentOf(sql: postgres.Sql, ledger: Ledger, isOver: () => boolean): Promise<Moment> {
  let before = copyOf(ledger)
  for (;;) {
    const now = copyOf(ledger)
    const [row] = await sql`select 1 from pg_stat_activity where application_name = 'watek backup' and backend_xmin is not null and xact_start is not null`
    if (row) return { before, sent: textsOf(ledger), acknowledgedBy: ledger.acknowledged }
    if (isOver()) throw new Error('The backup ended before it was seen')
    before = now
    await Bun.sleep(5)
  }
}

/**
 * The acknowledged votes and follows that were not changed again by the time when everything sent before the snapshot was
 * answered: of the others nobody can say which the snapshot has.
 */
export function unchanged(before: Ledger, settled: Ledger): Ledger {
  const kept = copyOf(before)
  for (const name of ['postVotes', 'commentVotes', 'follows'] as const) {
    for (const [key, value] of kept[name]) if (settled[name].get(key) !== value) kept[name].delete(key)
  }
  return kept
}
