/** The tables whose rows the plan numbers itself, in the order of time, so that lists by id are lists by time. */
export const NUMBERED = ['user', 'category', 'post', 'comment', 'points_entry', 'notification', 'report', 'message', 'stream'] as const

/** The first id of each table that is kept for the demo. */
export type FirstIds = Record<(typeof NUMBERED)[number], number>

/** Numbers things in the order given. */
export function numbered<T>(first: number, things: readonly T[]): (thing: T) => number {
  const ids = new Map(things.map((thing, index) => [thing, first + index]))
  return (thing) => {
    const id = ids.get(thing)
    if (id === undefined) throw new Error('The plan numbers nothing of the kind')
    return id
  }
}
