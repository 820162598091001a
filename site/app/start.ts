import { reloadGuard } from './reload-guard.ts'
import type { Runtime } from './page.ts'
import { clearSession, storedToken, storeSession } from './session.ts'
import { mirrorLanguage, storedLanguage } from './settings.ts'
import { isLocalhost } from '#shared/rules/api-base.ts'
import { LIFETIME } from '#shared/limits.ts'

const reloaded = reloadGuard('start')

/** Takes a session out of `#auth={json}`, on this machine only; the token is checked before anything is stored. */
async function takeAuthFragment({ api }: Runtime): Promise<boolean> {
  if (!location.hash.startsWith('#auth=') || !isLocalhost(location.hostname)) return false
  const fragment = location.hash.slice('#auth='.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    const claimed: unknown = JSON.parse(decodeURIComponent(fragment))
    const token = (claimed as { token?: unknown }).token
    if (typeof token !== 'string') return false
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch('/api/users/me', { headers })
    if (!answer.ok) return false
    const user = await answer.json()
    await fetch('/api/auth/session', { method: 'POST', headers, credentials: 'include' })
    storeSession({ access_token: token, user }, tokenLife(token) > LIFETIME.session)
    location.reload()
    return true
  } catch {
    return false
  }
}

/** What is left of a token's life in milliseconds, by its own word. */
function tokenLife(token: string): number {
  const payload = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  return payload.exp * 1000 - Date.now()
}

/**
 * Brings storage and cookies together before the page comes alive: the stored language and the stored session win over
 * what the server rendered with. True where the page reloads and must not go on.
 */
export async function agreeOnStart(runtime: Runtime): Promise<boolean> {
  if (await takeAuthFragment(runtime)) return true

  const language = storedLanguage()
  if (language !== null && language !== runtime.lang) {
    mirrorLanguage(language)
    if (reloaded.first(`language:${language}`)) return reload()
  }

  const token = storedToken()
  const storedId = token === null ? null : Number(localStorage.getItem('user_id'))
  if (token !== null && runtime.viewer?.id !== storedId) {
    try {
      await runtime.api.auth.openSession()
      if (reloaded.first('session')) return reload()
    } catch {
      // A dead session was cleared and told of by the client; without a network the page stays as it is.
    }
  } else if (token === null && runtime.viewer !== null) {
    clearSession()
    await runtime.api.auth.closeSession().catch(() => {})
    if (reloaded.first('signed-out')) return reload()
    runtime.viewer = null
  }
  reloaded.clear()
  return false
}

function reload(): true {
  location.reload()
  return true
}
