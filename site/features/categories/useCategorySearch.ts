import { useEffect, useState } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { DELAY } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'

const MAX_OPTIONS = 20

/** Returns null while not searching; `isLate` marks results of the previous query, shown until new ones arrive. */
export function useCategorySearch(query: string | null): { options: Category[]; isLate: boolean } | null {
  const { api, variant } = useSite()
  const [found, setFound] = useState<{ query: string; options: Category[] } | null>(null)
  useEffect(() => {
    if (query === null) return
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        api.categories
          .list({ search: query, limit: MAX_OPTIONS, nsfw: variant === 'adult' }, { signal: abort.signal })
          .then((options) => setFound({ query, options }))
          .catch((error: unknown) => {
            if (!abort.signal.aborted) console.error(error)
          })
      },
      query === '' ? 0 : DELAY.searchDebounce,
    )
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
