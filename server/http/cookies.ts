/** The cookies of a request by name. */
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

/** A Set-Cookie line of the session: httpOnly, for this site's own navigation only. */
export function sessionCookie(token: string, options: { secure: boolean, expires: Date | null }): string {
  const life = options.expires === null ? '' : `; Expires=${options.expires.toUTCString()}`
  return `session=${token}; Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}${life}`
}
