import { useEffect, useState } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import type { Category, Post, UserCard } from '#shared/api/shapes.ts'
import { DELAY, PAGE } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'

export type Suggestions = { posts: Post[], users: UserCard[], categories: Category[] }

/** A failed group is empty; null where all failed. */
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
