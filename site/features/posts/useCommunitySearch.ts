import { useEffect, useState } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { DELAY } from '#shared/limits.ts'
import { useSite } from '#site/app/site-context.tsx'

/** As many communities as a list in a form is good for. */
const MOST = 20

/**
 * The communities of this variant that a query finds, the largest for an empty one; null while not asked (`query` null).
 * While the answer is on its way (`isLate`), those of the last one that still fit.
 */
export function useCommunitySearch(query: string | null): { options: Category[], isLate: boolean } | null {
  const { api, variant } = useSite()
  const [found, setFound] = useState<{ query: string, options: Category[] } | null>(null)
  useEffect(() => {
    if (query === null) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.categories.list({ search: query, limit: MOST, nsfw: variant === 'adult' }, { signal: abort.signal })
        .then((options) => setFound({ query, options }))
        .catch((error: unknown) => { if (!abort.signal.aborted) console.error(error) })
    }, query === '' ? 0 : DELAY.searchDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, query, variant])
  if (query === null || found === null) return null
  if (found.query === query) return { options: found.options, isLate: false }
  const fits = (text: string) => text.toLowerCase().includes(query.toLowerCase())
  return { options: found.options.filter(({ name, display_name }) => fits(name) || fits(display_name)), isLate: true }
}
