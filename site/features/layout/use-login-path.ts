import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { isAccountPage } from '#site/features/auth/account-pages.ts'

/** The address of the login page that leads back to this page; the screens of accounts hand on where they lead. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation()
  if (isAccountPage(pathname)) return paths.login(safeNext(new URLSearchParams(search).get('next')))
  const here = pathname + search
  return paths.login(here === '/' ? null : safeNext(here))
}
