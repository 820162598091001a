import { useEffect, useState } from 'react'
import type { UserCard } from '#shared/api/shapes.ts'
import { DELAY, PAGE } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'

/** Matching users of the previous response are shown until the next response arrives. */
export function useSuggestions(query: string | null): UserCard[] {
  const { api } = useSite()
  const [found, setFound] = useState<{ query: string; users: UserCard[] } | null>(null)
  useEffect(() => {
    if (query === null) return setFound(null)
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.users
        .search({ q: query, limit: PAGE.suggestions }, { signal: abort.signal })
        .then((users) => setFound({ query, users }))
        .catch((error: unknown) => {
          if (!abort.signal.aborted) console.error(error)
        })
    }, DELAY.userSearchDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, query])
  if (query === null || found === null) return []
  return found.query === query
    ? found.users
    : found.users.filter(({ username }) => username.toLowerCase().startsWith(query.toLowerCase()))
}
