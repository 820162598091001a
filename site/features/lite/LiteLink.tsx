import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

/** Links to this page in the light or full version, with a page load. */
export function LiteLink({ to, children }: { to: 'on' | 'off'; children: ReactNode }) {
  const { pathname, search } = useLocation()
  // Prevents a path with two slashes at the start, which would name another host.
  const query = new URLSearchParams(search)
  query.set('lite', to === 'on' ? '1' : '0')
  return (
    <a href={`${pathname.replace(/^[/\\]+/, '/')}?${query}`} rel="nofollow" data-document="">
      {children}
    </a>
  )
}
