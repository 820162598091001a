/** The product's name for it; what is kept is the expiring admin_token, never the password. */
const KEY = 'admin_password'

/** The staff credential of this browser; null where there is none, or storage is closed to us. */
export function storedCredential(): string | null {
  try {
    return localStorage.getItem(KEY) || null
  } catch {
    return null
  }
}

/** Keeps the admin_token of a login; false where nothing can be kept. */
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
  } catch {
    // Nothing was stored where nothing can be.
  }
}
