const PROBE_INTERVAL_MS = 1_000
const READS = 3
const FIRST_READS = 15
const [MIN_ROWS, MAX_ROWS] = [100, 500]
/** Reads are slow above twice their idle time; differences below this are none. */
const TOLERANCE_MS = 0.5
/** The longest rest, as part of the time of the batch before, so that half of the speed is kept. */
const MAX_REST = 1
const REST_STEP = 0.25

/** Decides on the size of batches and the rest after each, by what tiny reads took; `idle` is their time before. */
export function createPace(idle: number) {
  let [rows, rest] = [MAX_ROWS, 0]
  return {
    rows: () => Math.round(rows),
    restOf: (ms: number) => ms * rest,
    note(took: number) {
      idle = Math.min(idle, took)
      const isSlow = took > 2 * idle + TOLERANCE_MS
      rows = isSlow ? Math.max(MIN_ROWS, rows / 2) : Math.min(MAX_ROWS, rows * 1.5)
      rest = isSlow ? Math.min(MAX_REST, rest + REST_STEP) : Math.max(0, rest - REST_STEP / 2)
    },
  }
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
 * rests between them.
 */
export async function startPace(read: () => Promise<unknown>) {
  const pace = createPace(await timeOf(read, FIRST_READS))
  let probedAt = performance.now()
  return {
    rows: pace.rows,
    /** Rests after a batch that took `ms`. */
    async rest(ms: number) {
      if (performance.now() - probedAt >= PROBE_INTERVAL_MS) {
        pace.note(await timeOf(read, READS))
        probedAt = performance.now()
      }
      if (pace.restOf(ms) > 0) await Bun.sleep(pace.restOf(ms))
    },
  }
}
