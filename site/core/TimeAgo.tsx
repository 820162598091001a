import { exactTime, relativeTime } from '#shared/rules/relative-time.ts'
import { useClock } from './clock.tsx'
import { useSite } from './site-context.tsx'

const isServer = typeof document === 'undefined'

/** Hydration keeps the server's `title`, because creating a time zone formatter blocks a slow phone for 50 ms. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const { lang, site } = useSite()
  const { now, isLocal } = useClock()
  return (
    <time
      dateTime={at}
      title={isLocal ? exactTime(at) : isServer ? exactTime(at, site.time_zone) : undefined}
      className={className}
      suppressHydrationWarning>
      {relativeTime(at, now, lang)}
    </time>
  )
}
