import { useEffect, useState } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import type { Category, Post, UserCard } from '#shared/api/shapes.ts'
import { DELAY, PAGE } from '#shared/limits.ts'
import { useSite } from '#site/app/site-context.tsx'

/** What fits while one types: posts, users, communities, at most five of each. */
export type Suggestions = { posts: Post[], users: UserCard[], categories: Category[] }

/** Asks for all three; a group that could not be had is empty, which is only logged. Null where none could. */
async function search(api: SiteApi, q: string, nsfw: boolean, signal: AbortSignal): Promise<Suggestions | null> {
  const limit = PAGE.suggestions
  const [posts, users, categories] = await Promise.allSettled([
    api.posts.search({ q, limit, nsfw }, { signal }).then((page) => page.posts),
    api.users.search({ q, limit }, { signal }),
    api.categories.list({ search: q, limit, nsfw }, { signal }),
  ])
  const outcomes = [posts, users, categories]
  if (!signal.aborted) for (const outcome of outcomes) if (outcome.status === 'rejected') console.warn('Searching failed', outcome.reason)
  if (outcomes.every((outcome) => outcome.status === 'rejected')) return null
  const valueOf = <T,>(outcome: PromiseSettledResult<T[]>) => (outcome.status === 'fulfilled' ? outcome.value : [])
  return { posts: valueOf(posts), users: valueOf(users), categories: valueOf(categories) }
}

/**
 * Suggestions for what is typed, 300 ms after the last key; null while there are none to show. Nothing is asked for
 * blank text, nor while `enabled` is false.
 */
export function useSuggestions(typed: string, enabled: boolean): Suggestions | null {
  const { api, variant } = useSite()
  const [found, setFound] = useState<Suggestions | null>(null)
  const q = typed.trim()

  useEffect(() => {
    if (q === '') setFound(null)
    if (q === '' || !enabled) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const suggestions = await search(api, q, variant === 'adult', abort.signal)
      if (!abort.signal.aborted) setFound(suggestions)
    }, DELAY.searchDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q, enabled, api, variant])

  return found
}
