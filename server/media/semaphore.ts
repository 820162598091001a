/** Lets at most `places` run at a time; whoever comes later waits in line. */
export function createSemaphore(places: number): <T>(act: () => Promise<T>) => Promise<T> {
  let free = places
  const line: (() => void)[] = []
  return async (act) => {
    if (free > 0) free -= 1
    else await new Promise<void>((enter) => line.push(enter))
    try {
      return await act()
    } finally {
      // Whoever is next takes over this place.
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}
