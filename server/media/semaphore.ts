export function createSemaphore(places: number): <T>(action: () => Promise<T>) => Promise<T> {
  let free = places
  const queue: (() => void)[] = []
  return async (action) => {
    if (free > 0) free -= 1
    else await new Promise<void>((enter) => queue.push(enter))
    try {
      return await action()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
