import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

/** Links to the light or full version of the current page, with a page load. */
export function LiteLink({ to, children }: { to: 'on' | 'off'; children: ReactNode }) {
  const { pathname, search } = useLocation()
  // The link is relative and has only a query, because a path that begins with two slashes would name another host.
  const query = new URLSearchParams(search)
  query.set('lite', to === 'on' ? '1' : '0')
  return (
    <a href={`${pathname.replace(/^[/\\]+/, '/')}?${query}`} rel="nofollow" data-document="">
      {children}
    </a>
  )
}
