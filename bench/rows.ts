export type Row = {
  /** A later run replaces the row with the same id. */
  id: string
  area: Area
  what: string
  measured: string
  bar: string | null
  /** Null if there is no bar, or if nothing could be measured. */
  reached: boolean | null
  /** Values for the additional columns of this area's table, by heading. */
  details: Record<string, string>
  at: string
}

export const AREAS = {
  visitor: 'Pages of visitors',
  member: 'Pages of members',
  json: 'JSON',
  votes: 'Votes',
  writes: 'Other writes',
  mixed: 'Mixed traffic',
  growth: 'Growth',
  feeds: 'Feeds of members',
  size: 'First view of the feed',
  memory: 'Memory',
  start: 'Start',
  soak: 'Soak',
  workers: 'Two workers against one',
  live: 'Live updates',
  filters: 'Filters',
  searches: 'Heavy searches',
  push: 'Push messages',
  costliest: 'Costliest calls',
  against: 'Against an earlier version',
} as const

export type Area = keyof typeof AREAS

export const print = (line: string) => void process.stdout.write(`${line}\n`)

export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const percent = (share: number) => `${figure(share * 100)} %`
