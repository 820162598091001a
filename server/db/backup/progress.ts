export type Print = (line: string) => void

const INTERVAL_MS = 2_000

export function startProgress(
  title: string,
  print: Print,
): { restart: () => void; update: (done: string) => void; end: (done: string) => void } {
  let startedAt = performance.now()
  let printedAt = startedAt
  return {
    restart() {
      startedAt = printedAt = performance.now()
    },
    update(done) {
      const now = performance.now()
      if (now - printedAt < INTERVAL_MS) return
      printedAt = now
      print(`${title}: ${done} so far`)
    },
    end(done) {
      const seconds = (performance.now() - startedAt) / 1000
      print(`${title}: ${done}${seconds >= 1 ? ` in ${seconds.toFixed(1)} s` : ''}`)
    },
  }
}
