import type { Row } from '../rows.ts'
import type { Things } from '../scenarios.ts'
import type { Forum, Started } from '../world.ts'

/** What every part of the measurements works with. */
export type Bench = {
  forum: Forum
  things: Things
  server: Started
  floor: Started
  /** Of each sample, and how many samples are taken of each row. */
  seconds: number
  repeats: number
  /** How long memory is watched under load. */
  minutes: number
  /** Queries of the soak. */
  queries: number
  note: (row: Omit<Row, 'at'>) => Promise<void>
}
