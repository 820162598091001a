/** Positions of the primary over the last `maxLagMs`. `now` is in milliseconds. */
export function createPrimaryHistory(maxLagMs: number, now: () => number) {
  const positions: { at: number; position: bigint }[] = []
  let wasAway = false

  return {
    /**
     * Adds a position. Returns 'back' for the first one after a miss: writes whose positions nobody saw may lie before
     * it.
     */
    add(position: bigint): 'back' | 'known' {
      const state = wasAway ? 'back' : 'known'
      wasAway = false
      const at = now()
      positions.push({ at, position })
      while (positions.length > 1 && positions[1]!.at <= at - maxLagMs) positions.shift()
      return state
    },

    /** Records that the primary did not answer. */
    miss(): void {
      wasAway = true
    },

    /** Whether a replica at `position` lacks what the primary wrote `maxLagMs` ago; unknown positions count as late. */
    isLate(position: bigint): boolean {
      const [oldest] = positions
      return oldest === undefined || (oldest.at <= now() - maxLagMs && position < oldest.position)
    },
  }
}
