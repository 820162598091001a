import type { SessionUser } from '#shared/api/shapes.ts'

export type Login = { access_token: string; user: SessionUser }

export type StoredUser = Pick<SessionUser, 'id' | 'username' | 'karma' | 'email_verified'>

const KEYS = ['token', 'user', 'user_id', 'username', 'token_expires', 'is_admin'] as const

/** localStorage may throw in private windows; the reader is then treated as signed out. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(values: Record<string, string>): void {
  try {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  } catch {}
}

export function storedToken(now: number = Date.now()): string | null {
  const token = read('token')
  if (token === null || token === '') return null
  const expires = Number(read('token_expires') ?? Number.NaN)
  if (Number.isFinite(expires) && expires <= now) {
    clearSession()
    return null
  }
  return token
}

function isStoredUser(value: unknown): value is StoredUser {
  const user = value as StoredUser | null
  return typeof user === 'object' && typeof user?.id === 'number' && typeof user.username === 'string'
}

export function storedUser(): StoredUser | null {
  try {
    const user: unknown = JSON.parse(read('user') ?? 'null')
    return isStoredUser(user) ? user : null
  } catch {
    return null
  }
}

export function storeSession({ access_token, user }: Login, life: number, now: number = Date.now()): void {
  write({
    token: access_token,
    user: JSON.stringify({
      id: user.id,
      username: user.username,
      karma: user.karma,
      email_verified: user.email_verified,
    }),
    user_id: String(user.id),
    username: user.username,
    token_expires: String(now + life),
    is_admin: String(user.is_admin),
  })
}

export function clearSession(): void {
  try {
    for (const key of KEYS) localStorage.removeItem(key)
    navigator.serviceWorker?.controller?.postMessage({ type: 'signed-out' })
  } catch {}
}
