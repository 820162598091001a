import { useEffect, useState } from 'react'
import type { UserCard } from '#shared/api/shapes.ts'
import { DELAY, PAGE } from '#shared/limits.ts'
import { useSite } from '#site/app/site-context.tsx'

/** Members whose names begin like the query, at most five; none while there is no query. A failure is only logged. */
export function useSuggestions(query: string | null): UserCard[] {
  const { api } = useSite()
  const [found, setFound] = useState<UserCard[]>([])
  useEffect(() => {
    if (query === null) return setFound([])
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.users.search({ q: query, limit: PAGE.suggestions }, { signal: abort.signal })
        .then(setFound)
        .catch((error: unknown) => { if (!abort.signal.aborted) console.error(error) })
    }, DELAY.userSearchDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, query])
  return found
}
