const PROBE_INTERVAL_MS = 1_000
const READS = 3
const FIRST_READS = 15
const [MIN_ROWS, MAX_ROWS] = [100, 500]
/** Reads are slow above twice their idle time; differences below this are none. */
const TOLERANCE_MS = 0.5
/** The longest rest, as part of the time of the batch before, so that half of the speed is kept. */
const MAX_REST = 1
const REST_STEP = 0.25

type Pace = {
  /** Rows of the next batch. */
  rows: () => number
  /** Rests after a batch that took `ms`, where the database was slow for others. */
  rest: (ms: number) => Promise<void>
}

/** Returns the median duration of a few reads. */
async function timeOf(read: () => Promise<unknown>, times: number): Promise<number> {
  const found: number[] = []
  for (let at = 0; at < times; at += 1) {
    const startedAt = performance.now()
    await read()
    found.push(performance.now() - startedAt)
  }
  return found.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
}

/**
 * Times a tiny read every second. While it takes more than twice its idle time, batches become smaller and the import
 * rests between them; afterwards it returns to full speed.
 */
export async function startPace(read: () => Promise<unknown>, sleep: (ms: number) => Promise<void>): Promise<Pace> {
  let idle = await timeOf(read, FIRST_READS)
  let [rows, share, probedAt] = [MAX_ROWS, 0, performance.now()]
  return {
    rows: () => Math.round(rows),
    async rest(ms) {
      if (performance.now() - probedAt >= PROBE_INTERVAL_MS) {
        const took = await timeOf(read, READS)
        idle = Math.min(idle, took)
        const isSlow = took > 2 * idle + TOLERANCE_MS
        rows = isSlow ? Math.max(MIN_ROWS, rows / 2) : Math.min(MAX_ROWS, rows * 1.5)
        share = isSlow ? Math.min(MAX_REST, share + REST_STEP) : Math.max(0, share - REST_STEP / 2)
        probedAt = performance.now()
      }
      if (share > 0) await sleep(ms * share)
    },
  }
}
