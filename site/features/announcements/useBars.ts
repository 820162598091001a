import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SiteApi } from '#shared/api/public.ts'
import { LIFETIME } from '#shared/limits.ts'
import { useClock } from '#site/core/clock.tsx'
import { READ_ONLY_EVENT } from '#site/core/browser.ts'
import { useSite } from '#site/core/site-context.tsx'

export type Bars = Awaited<ReturnType<SiteApi['announcements']['list']>>

export const NO_BARS: Bars = { announcements: [], read_only: null }

const COOKIE = /(?:^|; )closed_announcements=([\da-f.]*)/
/** Age in milliseconds above which announcements are loaded again on the next navigation. */
const MAX_AGE = 60_000

/** Adds the id to the cookie from which `server/features/announcements/routes.ts` reads closed announcements. */
function rememberClosed(id: string): void {
  const known = COOKIE.exec(document.cookie)?.[1]?.split('.') ?? []
  const closed = [...known.filter(Boolean).slice(-19), id].join('.')
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = LIFETIME.preferenceCookie / 1_000
  document.cookie = `closed_announcements=${closed}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}

/** Returns the announcements that the server rendered, later those loaded on navigations. */
export function useBars(rendered: Bars) {
  const { api } = useSite()
  const { pathname } = useLocation()
  const { now } = useClock()
  const [bars, setBars] = useState(rendered)
  const readAt = useRef<number | null>(null)

  const read = useEffectEvent(() => {
    readAt.current = Date.now()
    api.announcements.list().then(setBars, (error: unknown) => console.warn('Loading announcements failed', error))
  })
  useEffect(() => {
    if (readAt.current === null) readAt.current = Date.now()
    else if (Date.now() - readAt.current > MAX_AGE) read()
  }, [pathname])
  useEffect(() => {
    const refused = () => read()
    addEventListener(READ_ONLY_EVENT, refused)
    return () => removeEventListener(READ_ONLY_EVENT, refused)
  }, [])

  return {
    readOnly: bars.read_only,
    announcements: bars.announcements.filter(({ ends_at }) => ends_at === null || Date.parse(ends_at) > now),
    close(id: string): void {
      rememberClosed(id)
      setBars((shown) => ({ ...shown, announcements: shown.announcements.filter((each) => each.id !== id) }))
    },
  }
}
