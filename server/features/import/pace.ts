const PROBE_INTERVAL_MS = 1_000
const READS = 3
const FIRST_READS = 15
const [MIN_ROWS, MAX_ROWS] = [100, 500]
/** A probe query is slow if it takes more than twice as long as before the import, plus this tolerance. */
const TOLERANCE_MS = 0.5
/** The longest pause between batches, as a multiple of the time that the last batch took. */
const MAX_REST = 1
const REST_STEP = 0.25

/** Adapts batch size and pauses to the duration of probe queries in ms, which was `idle` before the import. */
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

async function timeOf(read: () => Promise<unknown>, times: number): Promise<number> {
  const found: number[] = []
  for (let at = 0; at < times; at += 1) {
    const startedAt = performance.now()
    await read()
    found.push(performance.now() - startedAt)
  }
  return found.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
}

export async function startPace(read: () => Promise<unknown>) {
  const pace = createPace(await timeOf(read, FIRST_READS))
  let probedAt = performance.now()
  return {
    rows: pace.rows,
    async rest(ms: number) {
      if (performance.now() - probedAt >= PROBE_INTERVAL_MS) {
        pace.note(await timeOf(read, READS))
        probedAt = performance.now()
      }
      if (pace.restOf(ms) > 0) await Bun.sleep(pace.restOf(ms))
    },
  }
}
