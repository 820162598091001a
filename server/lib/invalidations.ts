/**
 * The content that a cached value depends on: a post with its comments, an account's profile, the list of communities,
 * one community, the filters, the streams, the advertisements, or any content ('*').
 */
export type CacheTag =
  | '*'
  | 'ads'
  | 'categories'
  | 'filters'
  | 'streams'
  | `category:${number}`
  | `post:${number}`
  | `user:${number}`

/**
 * Returns whether the content of posts and comments may have changed. Joining a community or editing a filter does not
 * change it.
 */
export const concernsContent = (tags: ReadonlySet<CacheTag>): boolean =>
  [...tags].some((tag) => !['ads', 'categories', 'filters'].includes(tag))

/**
 * Announces changes to the caches of this process (`bus/shared-invalidations.ts`: to the caches of all processes). Call
 * `publish` after the commit of a change, since subscribers may read the database at once.
 */
export type Invalidations = {
  publish: (tags: Iterable<CacheTag>) => void
  /** Publishes to the subscribers of this process only. */
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
