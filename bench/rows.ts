/** A figure of a measurement, as it stands in the report. */
export type Row = {
  /** Names the row, so that a later run of a part replaces it. */
  id: string
  area: Area
  what: string
  /** The figure with its unit. */
  measured: string
  bar: string | null
  /** null: there is no bar, or it could not be measured here. */
  reached: boolean | null
  /** What else was seen, shown in the table of the area: heading and text. */
  details: Record<string, string>
  /** When it was measured, ISO. */
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
  size: 'First view of the feed',
  memory: 'Memory',
  start: 'Start',
  soak: 'Soak',
} as const

export type Area = keyof typeof AREAS

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Three digits that mean something. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const percent = (share: number) => `${figure(share * 100)} %`
