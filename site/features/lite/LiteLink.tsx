import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

/** Changing between the light and the full version needs a page load. */
export function LiteLink({ to, children }: { to: 'on' | 'off'; children: ReactNode }) {
  const { pathname, search } = useLocation()
  // A path that begins with two slashes would name another host.
  const query = new URLSearchParams(search)
  query.set('lite', to === 'on' ? '1' : '0')
  return (
    <a href={`${pathname.replace(/^[/\\]+/, '/')}?${query}`} rel="nofollow" data-document="">
      {children}
    </a>
  )
}
