import type { Issue } from '../ipc.ts'
import { parseUrl } from './url.ts'

/** The most servers that are remembered. */
export const MAX_SERVERS = 20

/** Whether a host is this very machine, where nobody listens between. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

/**
 * The origin that a person meant: https, or http on this machine alone. A name without a scheme means https, on this
 * machine http; a path is left out, so that the address of any page of the forum will do.
 */
export function serverAddress(typed: string): { address: string } | { issue: Extract<Issue, 'address' | 'address_not_secure'> } {
  const text = typed.trim()
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${/^(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(text) ? 'http' : 'https'}://${text}`)
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return { issue: 'address' }
  if (url.protocol === 'https:') return { address: url.origin }
  if (url.protocol !== 'http:') return { issue: 'address' }
  return isThisMachine(url.hostname) ? { address: url.origin } : { issue: 'address_not_secure' }
}
