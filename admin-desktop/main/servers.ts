import type { Issue } from '../ipc.ts'
import { parseUrl } from './url.ts'

export const MAX_SERVERS = 20

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

/** Returns the origin of a typed URL; https, or http on localhost. */
export function serverAddress(
  typed: string,
): { address: string } | { issue: Extract<Issue, 'address' | 'address_not_secure'> } {
  const text = typed.trim()
  const url = parseUrl(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
      ? text
      : `${/^(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(text) ? 'http' : 'https'}://${text}`,
  )
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return { issue: 'address' }
  if (url.protocol === 'https:') return { address: url.origin }
  if (url.protocol !== 'http:') return { issue: 'address' }
  return isThisMachine(url.hostname) ? { address: url.origin } : { issue: 'address_not_secure' }
}
