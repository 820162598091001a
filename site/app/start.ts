import { LIFETIME } from '#shared/limits.ts'
import { isLocalhost } from '#shared/rules/api-base.ts'
import type { SessionUser } from '#shared/api/shapes.ts'
import type { Runtime } from './page.ts'
import { reloadGuard } from './reload-guard.ts'
import { clearSession, storedToken, storedUser, storeSession } from './session.ts'
import { mirrorLanguage, storedLanguage } from './settings.ts'

const FRAGMENT = '#auth='

const reloaded = reloadGuard('start')

/** The token of `#auth={json}`, null where there is none or this is not the machine of whoever looks at it. */
export function tokenOfFragment(hash: string, hostname: string): string | null {
  if (!hash.startsWith(FRAGMENT) || !isLocalhost(hostname)) return null
  const text = hash.slice(FRAGMENT.length)
  try {
    const claimed = JSON.parse(text.includes('%') ? decodeURIComponent(text) : text) as { token?: unknown } | null
    return typeof claimed?.token === 'string' && claimed.token !== '' ? claimed.token : null
  } catch {
    return null
  }
}

/** What is left of a token's life in milliseconds, by its own word; that of a short session where it says none. */
export function tokenLife(token: string, now: number): number {
  try {
    const payload = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof payload.exp === 'number' ? payload.exp * 1000 - now : LIFETIME.session
  } catch {
    return LIFETIME.session
  }
}

/**
 * Takes a session out of `#auth={json}`. The token leaves the address first; what is stored is what the server says of
 * it, never what the fragment claims. True where the page reloads.
 */
async function takeAuthFragment(): Promise<boolean> {
  const token = tokenOfFragment(location.hash, location.hostname)
  if (location.hash.startsWith(FRAGMENT) && isLocalhost(location.hostname)) {
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  if (token === null) return false
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch('/api/users/me', { headers, credentials: 'omit' })
    if (!answer.ok) return false
    const user = await answer.json() as SessionUser
    storeSession({ access_token: token, user }, tokenLife(token, Date.now()))
    await fetch('/api/auth/session', { method: 'POST', headers, credentials: 'include' })
    return reload()
  } catch {
    return false
  }
}

/** The stored language wins over the one that the page was rendered in. */
function agreeOnLanguage({ lang }: Runtime): 'agreed' | 'reload' | 'differ' {
  const stored = storedLanguage()
  if (stored === null || stored === lang) return 'agreed'
  mirrorLanguage(stored)
  return reloaded.first(`language:${stored}`) ? 'reload' : 'differ'
}

/** The stored session wins over the cookie that the page was rendered with. */
async function agreeOnSession({ api, viewer }: Runtime): Promise<'agreed' | 'reload' | 'differ'> {
  const token = storedToken()
  if (token === null && viewer === null) return 'agreed'
  if (token !== null && viewer !== null && viewer.id === storedUser()?.id) return 'agreed'
  if (token === null) {
    clearSession()
    await api.auth.closeSession().catch(() => {})
    return reloaded.first('signed-out') ? 'reload' : 'differ'
  }
  try {
    const { user } = await api.auth.openSession()
    if (storedUser()?.id !== user.id) storeSession({ access_token: token, user }, tokenLife(token, Date.now()))
    return reloaded.first('session') ? 'reload' : 'differ'
  } catch {
    // A dead session was cleared and told of by the client, and a page rendered for somebody must go; without a network
    // the page stays as it is.
    return storedToken() === null && viewer !== null && reloaded.first('ended') ? 'reload' : 'differ'
  }
}

/**
 * Brings storage and cookies together before the page comes alive: the stored language and the stored session win over
 * what the server rendered with. True where the page reloads and must not go on.
 */
export async function agreeOnStart(runtime: Runtime): Promise<boolean> {
  addEventListener('hashchange', () => void takeAuthFragment())
  if (await takeAuthFragment()) return true
  const language = agreeOnLanguage(runtime)
  const session = language === 'reload' ? 'agreed' : await agreeOnSession(runtime)
  if (language === 'reload' || session === 'reload') return reload()
  // Where the two cannot agree (cookies are refused), the next page must not reload for it again.
  if (language === 'agreed' && session === 'agreed') reloaded.clear()
  return false
}

function reload(): true {
  location.reload()
  return true
}
