/** WAL positions that the primary had during the last `maxLagMs`; `now` returns milliseconds. */
export function createPrimaryHistory(maxLagMs: number, now: () => number) {
  const positions: { at: number; position: bigint }[] = []
  let wasAway = false

  return {
    /** Returns 'back' after a failed read, because WAL positions of earlier writes may be missing. */
    add(position: bigint): 'back' | 'known' {
      const state = wasAway ? 'back' : 'known'
      wasAway = false
      const at = now()
      positions.push({ at, position })
      while (positions.length > 1 && positions[1]!.at <= at - maxLagMs) positions.shift()
      return state
    },

    /** Records that the primary did not respond. */
    miss(): void {
      wasAway = true
    },

    /** Returns whether a replica lacks what the primary wrote `maxLagMs` ago; true while no position is recorded. */
    isLate(position: bigint): boolean {
      const [oldest] = positions
      return oldest === undefined || (oldest.at <= now() - maxLagMs && position < oldest.position)
    },
  }
}
