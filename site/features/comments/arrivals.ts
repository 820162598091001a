export type Arrival = { comment_id: number; parent_id: number | null }

export type Place = number | 'list'

/** New comments are announced below the comment they reply to, or above the list if that comment is not loaded. */
export function placesOf(
  arrived: ReadonlyMap<number, Arrival>,
  known: ReadonlySet<number>,
  base: number | null,
): Map<Place, Arrival[]> {
  const places = new Map<Place, Arrival[]>()
  for (const arrival of arrived.values()) {
    let parent = arrival.parent_id
    while (parent !== null && parent !== base && !known.has(parent) && arrived.has(parent))
      parent = arrived.get(parent)!.parent_id
    const isShown = parent !== null && known.has(parent)
    if (!isShown && parent !== base && base !== null) continue
    const place = isShown ? parent! : 'list'
    const there = places.get(place)
    if (there) there.push(arrival)
    else places.set(place, [arrival])
  }
  return places
}

/** New comments are kept outside of React state, so that an event re-renders only the counts that change. */
export function createArrivals(base: number | null) {
  const arrived = new Map<number, Arrival>()
  const listeners = new Set<() => void>()
  let known: ReadonlySet<number> = new Set()
  let places = placesOf(arrived, known, base)

  function settle(): void {
    places = placesOf(arrived, known, base)
    for (const listener of listeners) listener()
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    at: (place: Place): readonly Arrival[] => places.get(place) ?? [],
    add(arrivals: readonly Arrival[]): void {
      for (const arrival of arrivals) if (!known.has(arrival.comment_id)) arrived.set(arrival.comment_id, arrival)
      settle()
    },
    remove(ids: readonly number[]): void {
      for (const id of ids) arrived.delete(id)
      settle()
    },
    has: (id: number): boolean => arrived.has(id),
    get size() {
      return arrived.size
    },
    setKnown(ids: ReadonlySet<number>): void {
      known = ids
      for (const id of arrived.keys()) if (ids.has(id)) arrived.delete(id)
      settle()
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
