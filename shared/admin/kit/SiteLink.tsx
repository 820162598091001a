import type { MouseEvent, ReactNode } from 'react'
import { useAdmin } from './context.ts'

type SiteLinkProps = { path: string; isNsfw?: boolean; className?: string; children: ReactNode }

export function SiteLink({ path, isNsfw, className, children }: SiteLinkProps) {
  const { shell } = useAdmin()
  const href = shell.siteHref(path, isNsfw)

  function follow(event: MouseEvent) {
    if (!shell.openLink || event.button !== 0) return
    event.preventDefault()
    shell.openLink(href)
  }

  return (
    <a className={className} href={href} onClick={follow}>
      {children}
    </a>
  )
}
