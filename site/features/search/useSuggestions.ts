import { useEffect, useState } from 'react'
import { DELAY } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'
import type { Option, SuggestionList } from './SuggestionList.tsx'

/** `List` is missing if its code could not be loaded. */
type Suggestions = { q: string; options: Option[]; List: typeof SuggestionList | null }

const load = () => import('./SuggestionList.tsx')

/** The code of the suggestions is loaded at first focus. */
export function useSuggestions(typed: string, enabled: boolean): Suggestions | null {
  const { api, variant } = useSite()
  const [found, setFound] = useState<Suggestions | null>(null)
  const q = typed.trim()

  useEffect(() => {
    if (enabled) load().catch((error: unknown) => console.warn('Loading the suggestions failed', error))
  }, [enabled])

  useEffect(() => {
    if (q === '') setFound(null)
    if (q === '' || !enabled) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const suggestions = await load().then(
        async ({ findOptions, SuggestionList: List }) => {
          const options = await findOptions(api, q, variant === 'adult', abort.signal)
          return { q, options: options ?? [], List: options && List }
        },
        () => ({ q, options: [], List: null }),
      )
      if (!abort.signal.aborted) setFound(suggestions)
    }, DELAY.searchDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q, enabled, api, variant])

  return found
}
