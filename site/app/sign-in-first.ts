import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { rememberAct } from './pending-act.ts'
import { useSite } from './site-context.tsx'

/**
 * Asks a signed-out reader to sign in instead of acting: says why, offers the way, and remembers the act. True where
 * somebody is signed in and the act may go on.
 */
export function useSignInFirst(): (text: string, act?: { name: string, value: unknown }) => boolean {
  const { isSignedIn, t } = useSite()
  const { pathname, search } = useLocation()
  return (text, act) => {
    if (isSignedIn()) return true
    if (act) rememberAct(act.name, act.value)
    showToast({ kind: 'error', text, action: { label: t.app.logIn, href: paths.login(pathname + search) } })
    return false
  }
}
