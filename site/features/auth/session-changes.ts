import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { currentToasts, dismissToast } from '#shared/ui/toast-store.ts'
import { storedToken, storeSession, type Login } from '#site/core/session.ts'

export async function enter(session: Login, remember: boolean, path: string): Promise<never> {
  storeSession(session, remember ? LIFETIME.rememberedSession : LIFETIME.session)
  if (storedToken() !== session.access_token) throw new Error('The browser does not keep what is stored')
  for (const { id, action } of currentToasts()) if (action?.href.startsWith(paths.login())) dismissToast(id)
  location.replace(path)
  // This promise never resolves, so that the form stays busy until the page unloads.
  return new Promise(() => {})
}

export async function endSession(token: string): Promise<void> {
  await fetch('/api/auth/logout', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    credentials: 'include',
  }).catch((error: unknown) => console.warn('Ending the session failed', error))
}
