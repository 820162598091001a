import { useEffect } from 'react'
import { apiBaseOf } from '#site/core/browser.ts'
import { useSite } from '#site/core/site-context.tsx'
import { whenIdle } from '#site/core/when-idle.ts'
import { useIsWanted } from './events.ts'

let isStarted = false

export function useStream(): void {
  const { site, viewer } = useSite()
  const isWanted = useIsWanted()
  const viewerId = viewer?.id ?? null
  useEffect(() => {
    if (!isWanted || isStarted) return
    return whenIdle(() => {
      if (isStarted) return
      isStarted = true
      import('./tabs.ts')
        .then(({ startEvents }) => startEvents(apiBaseOf(site), viewerId))
        .catch((error: unknown) => {
          console.warn('Loading the event stream failed', error)
          isStarted = false
        })
    })
  }, [isWanted, site, viewerId])
}
