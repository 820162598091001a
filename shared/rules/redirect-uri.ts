import { LIMITS } from '../limits.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Names of a domain read backwards, as RFC 8252 wants them: `com.example.app`. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/**
 * Whether an application may have its codes sent there: https, http on the same machine, or a scheme of its own. The
 * address is compared letter by letter, so it must be written as browsers write it.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > LIMITS.redirectUri || uri.includes('#') || /[\s\\\p{Cc}]/u.test(uri)) return false
  const url = URL.parse(uri)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname)
  return PRIVATE_SCHEME.test(url.protocol)
}

const withoutPort = (uri: string): string | null => {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || (url.hostname !== '127.0.0.1' && url.hostname !== '[::1]')) return null
  url.port = ''
  return url.href
}

/** Programs listen on any free port of the same machine (RFC 8252, 7.3). */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  const wanted = isRedirectUri(uri) ? withoutPort(uri) : null
  return wanted !== null && registered.some((one) => withoutPort(one) === wanted)
}

/** The origin of a web address, the scheme of any other: what a policy calls it. */
export function sourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri)
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol
}
