import { LIFETIME } from '#shared/limits.ts'
import { storedToken, storeSession, type Login } from '#site/app/session.ts'

/**
 * Stores who is signed in now and loads `path` anew, so that the server renders it for them. Settles only where the
 * browser keeps nothing, by an error: there nobody can be signed in.
 */
export async function enter(session: Login, remember: boolean, path: string): Promise<never> {
  storeSession(session, remember ? LIFETIME.rememberedSession : LIFETIME.session)
  if (storedToken() !== session.access_token) throw new Error('The browser does not keep what is stored')
  location.replace(path)
  // The form stays busy until the page is gone.
  return new Promise(() => {})
}
