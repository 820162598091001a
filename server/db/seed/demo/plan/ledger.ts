import { LIMITS, POINTS } from '#shared/limits.ts'
import type { PointsCause } from '#server/features/points/queries.ts'

/** What brings its author points, or takes them back: see `server/features/points/queries.ts`, whose rules this follows. */
export type LedgerEvent<Cause> = {
  at: number
  username: string
  reason: keyof typeof POINTS
  cause: PointsCause['cause']
  of: Cause
  actor: string | null
  isTakenBack: boolean
}

export type LedgerEntry<Cause> = Omit<LedgerEvent<Cause>, 'reason' | 'isTakenBack'> & {
  reason: keyof typeof POINTS | `${keyof typeof POINTS}_reversed`
  points: number
  is_open: boolean
}

const isWriting = (reason: string) => reason === 'post' || reason === 'comment'

/** The ledger after these events, oldest first, with the daily cap on writing by the days of `timeZone`. */
export function keepLedger<Cause>(events: LedgerEvent<Cause>[], timeZone: string): LedgerEntry<Cause>[] {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const writtenOn = new Map<string, number>()
  const open = new Map<Cause, LedgerEntry<Cause>>()
  const entries: LedgerEntry<Cause>[] = []
  for (const { isTakenBack, ...event } of events.toSorted((a, b) => a.at - b.at)) {
    const day = isWriting(event.reason) ? `${event.username} ${calendar.format(event.at)}` : ''
    const today = writtenOn.get(day) ?? 0
    if (!isTakenBack) {
      const points = isWriting(event.reason) ? Math.min(POINTS[event.reason], Math.max(0, LIMITS.pointsPerDay - today)) : POINTS[event.reason]
      const entry = { ...event, points, is_open: true }
      entries.push(entry)
      if (isWriting(event.reason)) {
        writtenOn.set(day, today + points)
        open.set(event.of, entry)
      }
      continue
    }
    const entry = open.get(event.of)
    if (!entry) continue
    entry.is_open = false
    if (entry.points === 0) continue
    writtenOn.set(day, today - entry.points)
    entries.push({ ...event, reason: `${event.reason}_reversed`, points: -entry.points, is_open: false })
  }
  return entries
}
