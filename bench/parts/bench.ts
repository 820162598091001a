import type { Row } from '../rows.ts'
import type { Things } from '../scenarios.ts'
import type { Forum, Started } from '../fixture.ts'

export type Bench = {
  forum: Forum
  things: Things
  server: Started
  floor: Started
  /** Length of each sample, and samples per row. */
  seconds: number
  repeats: number
  minutes: number
  queries: number
  note: (row: Omit<Row, 'at'>) => Promise<void>
}
