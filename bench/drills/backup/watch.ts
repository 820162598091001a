import type postgres from 'postgres'
import { Expected } from '../expected.ts'

/** `before` are the writes acknowledged before the snapshot of the backup, `sent` all texts sent until then. */
type SnapshotPoint = { before: Expected; sent: Set<string>; acknowledgedBy: number }

export function copyOf(expected: Expected): Expected {
  const copy = new Expected()
  for (const name of ['postVotes', 'commentVotes', 'follows', 'posts', 'comments', 'messages'] as const) {
    for (const [key, value] of expected[name] as Map<unknown, unknown>)
      (copy[name] as Map<unknown, unknown>).set(key, value)
  }
  for (const url of expected.media) copy.media.add(url)
  for (const kind of ['post', 'comment', 'message'] as const)
    for (const text of expected.texts[kind]) copy.texts[kind].add(text)
  copy.acknowledged = expected.acknowledged
  return copy
}

export const textsOf = ({ texts }: Expected): Set<string> =>
  new Set([...texts.post, ...texts.comment, ...texts.message])

/** The snapshot contains every write acknowledged before the previous poll, and none sent after the last poll. */
export async function waitForSnapshot(
  sql: postgres.Sql,
  expected: Expected,
  isOver: () => boolean,
): Promise<SnapshotPoint> {
  let before = copyOf(expected)
  for (;;) {
    const now = copyOf(expected)
    const [row] =
      await sql`select 1 from pg_stat_activity where application_name = 'watek backup' and backend_xmin is not null
        and xact_start is not null`
    if (row) return { before, sent: textsOf(expected), acknowledgedBy: expected.acknowledged }
    if (isOver()) throw new Error('The backup ended before it was seen')
    before = now
    await Bun.sleep(5)
  }
}

/** Leaves out votes and follows that changed during the snapshot: the backup may contain their old or new value. */
export function unchanged(before: Expected, settled: Expected): Expected {
  const kept = copyOf(before)
  for (const name of ['postVotes', 'commentVotes', 'follows'] as const) {
    for (const [key, value] of kept[name]) if (settled[name].get(key) !== value) kept[name].delete(key)
  }
  return kept
}
