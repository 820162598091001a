import { LIFETIME } from '#shared/limits.ts'
import { isLocalhost } from '#shared/rules/api-base.ts'
import { FORM_SESSION_COOKIE, SESSION_TOKEN_PATH } from '#shared/rules/forms.ts'
import type { SessionUser } from '#shared/api/shapes.ts'
import type { Runtime } from '../core/page.ts'
import { reloadGuard } from '../core/reload-guard.ts'
import { clearSession, storedToken, storedUser, storeSession, type Login } from '../core/session.ts'
import { mirrorLanguage, storedLanguage } from '../core/settings.ts'

const FRAGMENT = '#auth='

const reloaded = reloadGuard('start')

/** Returns null on any host but localhost. */
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

/** Returns milliseconds; a token without an expiry counts as a short login session. */
export function tokenLife(token: string, now: number): number {
  try {
    const payload = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: unknown
    }
    return typeof payload.exp === 'number' ? payload.exp * 1000 - now : LIFETIME.session
  } catch {
    return LIFETIME.session
  }
}

/** On localhost, signs in with a token in the URL's fragment; an account named there is ignored. */
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
    const user = (await answer.json()) as SessionUser
    storeSession({ access_token: token, user }, tokenLife(token, Date.now()))
    await fetch('/api/auth/session', { method: 'POST', headers, credentials: 'include' })
    return reload()
  } catch {
    return false
  }
}

function agreeOnLanguage({ lang, site }: Runtime): 'agreed' | 'reload' | 'differ' {
  const stored = storedLanguage()
  if (stored === null || stored === lang || !site.languages.includes(stored)) return 'agreed'
  mirrorLanguage(stored)
  return reloaded.first(`language:${stored}`) ? 'reload' : 'differ'
}

/** Takes over a login session that was opened by a form without JavaScript. */
async function takeFormSession(formToken: string | null): Promise<boolean> {
  if (!document.cookie.split('; ').includes(`${FORM_SESSION_COOKIE}=1`) || !reloaded.first('form-session')) return false
  try {
    const body = new URLSearchParams({ _token: formToken ?? '' })
    const answer = await fetch(SESSION_TOKEN_PATH, { method: 'POST', body, credentials: 'include' })
    if (!answer.ok) return false
    const session = (await answer.json()) as Login
    storeSession(session, tokenLife(session.access_token, Date.now()))
    return storedToken() !== null
  } catch {
    return false
  }
}

async function agreeOnSession({ api, viewer, form_token }: Runtime): Promise<'agreed' | 'reload' | 'differ'> {
  const token = storedToken()
  if (token === null && viewer === null) return 'agreed'
  if (token !== null && viewer !== null && viewer.id === storedUser()?.id) return 'agreed'
  if (token === null && viewer !== null && (await takeFormSession(form_token))) return 'reload'
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
    // A network failure keeps the page; a 401 has already cleared the stored login session, so the page reloads.
    return storedToken() === null && viewer !== null && reloaded.first('ended') ? 'reload' : 'differ'
  }
}

/** Reloads if the page was rendered for another language or login session than stored; returns whether it does. */
export async function agreeOnStart(runtime: Runtime): Promise<boolean> {
  addEventListener('hashchange', () => void takeAuthFragment())
  if (await takeAuthFragment()) return true
  const language = agreeOnLanguage(runtime)
  const session = language === 'reload' ? 'agreed' : await agreeOnSession(runtime)
  if (language === 'reload' || session === 'reload') return reload()
  // In a browser that refuses cookies, language and session never agree, so the reload guard stays to prevent a loop.
  if (language === 'agreed' && session === 'agreed') reloaded.clear()
  return false
}

function reload(): true {
  location.reload()
  return true
}
