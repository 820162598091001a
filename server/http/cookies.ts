export function readCookies(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 0) continue
    const name = part.slice(0, at).trim()
    if (!cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}

const YEAR = 31_536_000

/** Paths to which browsers send the `known_browser` cookie: those of all calls and forms that take a password. */
export const KNOWN_BROWSER_PATHS = ['/api', '/act']

export function knownBrowserCookie(token: string, { secure, path }: { secure: boolean; path: string }): string {
  return `known_browser=${token}; Path=${path}; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Removes the cookie that older versions set for this path, because browsers would send it before the new one. */
export const EXPIRED_LOGIN_COOKIE = 'known_browser=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax'

export function sessionCookie(token: string, options: { secure: boolean; expires: Date | null }): string {
  const life = options.expires === null ? '' : `; Expires=${options.expires.toUTCString()}`
  return `session=${token}; Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}${life}`
}

export function pendingSignInCookie(value: string, { secure, lifeMs }: { secure: boolean; lifeMs: number }): string {
  const life = lifeMs / 1_000
  return `pending_sign_in=${value}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
