import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { rememberAction } from './usePendingAction.ts'
import { useSite } from './site-context.tsx'

/** Returns whether the reader is signed in; if not, shows `text` and stores the action to run after sign-in. */
export function useSignInFirst(): (text: string, action?: { name: string; value: unknown }) => boolean {
  const { isSignedIn, t } = useSite()
  const { pathname, search } = useLocation()
  return (text, action) => {
    if (isSignedIn()) return true
    if (action) rememberAction(action.name, action.value)
    showToast({ kind: 'error', text, action: { label: t.app.logIn, href: paths.login(pathname + search) } })
    return false
  }
}
