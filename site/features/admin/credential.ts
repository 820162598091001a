/** The specification requires this key; the value is the expiring admin token, never the password. */
const KEY = 'admin_password'

export function storedCredential(): string | null {
  try {
    return localStorage.getItem(KEY) || null
  } catch {
    return null
  }
}

export function storeCredential(adminToken: string): boolean {
  try {
    localStorage.setItem(KEY, adminToken)
    return true
  } catch {
    return false
  }
}

export function clearCredential(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {}
}
