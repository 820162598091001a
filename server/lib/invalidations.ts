/** The content that a cached value depends on; '*' is any content. */
export type CacheTag =
  | '*'
  | 'ads'
  | 'categories'
  | 'filters'
  | 'streams'
  | `category:${number}`
  | `post:${number}`
  | `user:${number}`

/** Joining a community or editing a filter does not change the content of posts and comments. */
export const concernsContent = (tags: ReadonlySet<CacheTag>): boolean =>
  [...tags].some((tag) => !['ads', 'categories', 'filters'].includes(tag))

/** Call `publish` after the commit of a change, since subscribers may read the database at once. */
export type Invalidations = {
  publish: (tags: Iterable<CacheTag>) => void
  publishHere: (tags: Iterable<CacheTag>) => void
  subscribe: (listener: (tags: ReadonlySet<CacheTag>) => void) => () => void
}

export function createInvalidations(): Invalidations {
  const listeners = new Set<(tags: ReadonlySet<CacheTag>) => void>()
  function publish(tags: Iterable<CacheTag>): void {
    const published = new Set(tags)
    if (published.size === 0) return
    for (const listener of listeners) listener(published)
  }
  return {
    publish,
    publishHere: publish,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
