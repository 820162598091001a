import { LIFETIME } from '#shared/limits.ts'
import { storedToken, storeSession, type Login } from '#site/core/session.ts'

export async function enter(session: Login, remember: boolean, path: string): Promise<never> {
  storeSession(session, remember ? LIFETIME.rememberedSession : LIFETIME.session)
  if (storedToken() !== session.access_token) throw new Error('The browser does not keep what is stored')
  location.replace(path)
  // Keeps the form busy until the page unloads.
  return new Promise(() => {})
}

export async function endSession(token: string): Promise<void> {
  await fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, credentials: 'include' })
    .catch((error: unknown) => console.warn('Ending the session failed', error))
}
