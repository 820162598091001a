import type { Change } from '#server/lib/events.ts'

/** `position` counts the bus messages that this process received; `id` is the same in every process. */
export type Entry = { position: number; id: string; changes: Change[] }

/** Stores the latest bus messages in the order of their arrival, for listeners that reconnect. */
export function createHistory(maxEntries: number) {
  let entries: Entry[] = []
  let positions = new Map<string, number>()
  /** Ids of the messages from before the last reset, which are ignored if they arrive again. */
  let dropped: ReadonlySet<string> = new Set()
  let last = -1

  function add(id: string, changes: Change[]): Entry | null {
    if (positions.has(id) || dropped.has(id)) return null
    const entry = { position: (last += 1), id, changes }
    entries.push(entry)
    positions.set(id, entry.position)
    if (entries.length >= 2 * maxEntries) {
      for (const { id: old } of entries.splice(0, maxEntries)) positions.delete(old)
    }
    return entry
  }

  function reset(): void {
    dropped = new Set(positions.keys())
    entries = []
    positions = new Map()
    add(crypto.randomUUID().slice(0, 12), [])
  }

  reset()
  return {
    add,
    reset,
    get last() {
      return last
    },
    get first() {
      return entries[0]!.position
    },
    /** Returns '' for a message that is no longer in the history, from which no event stream can continue. */
    idAt: (position: number) => entries[position - entries[0]!.position]?.id ?? '',
    positionOf: (id: string) => positions.get(id) ?? null,
    after: (position: number) => entries.slice(position + 1 - entries[0]!.position),
  }
}

export type History = ReturnType<typeof createHistory>
