import { exactTime, relativeTime } from '#shared/rules/relative-time.ts'
import { useClock } from './clock.tsx'
import { useSite } from './site-context.tsx'

export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const { lang, site } = useSite()
  const { now, isLocal } = useClock()
  return (
    <time dateTime={at} title={exactTime(at, isLocal ? undefined : site.time_zone)} className={className}>
      {relativeTime(at, now, lang)}
    </time>
  )
}
