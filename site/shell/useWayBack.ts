import { useLocation } from 'react-router-dom'
import { safeNext } from '#shared/rules/next-path.ts'
import { isAccountPage } from '#site/features/auth/account-pages.ts'

export function useWayBack(): string | null {
  const { pathname, search } = useLocation()
  if (isAccountPage(pathname)) return safeNext(new URLSearchParams(search).get('next'))
  const here = pathname + search
  return here === '/' ? null : safeNext(here)
}
