import type { Row } from '../rows.ts'
import type { Things } from '../scenarios.ts'
import type { Forum, Started } from '../fixture.ts'

export type Bench = {
  forum: Forum
  things: Things
  server: Started
  floor: Started
  /** Seconds of each sample, and number of samples per row of the report. */
  seconds: number
  repeats: number
  minutes: number
  queries: number
  note: (row: Omit<Row, 'at'>) => Promise<void>
}
