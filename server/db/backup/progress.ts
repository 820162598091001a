export type Say = (line: string) => void

const EVERY = 2_000

/** Says how far a long step is every two seconds, and what it came to; it begins now, or when it is told to. */
export function progressOf(title: string, say: Say): { begin: () => void, tell: (done: string) => void, end: (done: string) => void } {
  let begun = performance.now()
  let toldAt = begun
  return {
    begin() {
      begun = toldAt = performance.now()
    },
    tell(done) {
      const now = performance.now()
      if (now - toldAt < EVERY) return
      toldAt = now
      say(`${title}: ${done} so far`)
    },
    end(done) {
      const seconds = (performance.now() - begun) / 1000
      say(`${title}: ${done}${seconds >= 1 ? ` in ${seconds.toFixed(1)} s` : ''}`)
    },
  }
}
