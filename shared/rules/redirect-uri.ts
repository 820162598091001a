import { LIMITS } from '../limits.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Scheme of an app as a reversed domain name (RFC 8252), like `com.example.app`. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/** Allows https, http on the same machine and private schemes, and only the normalized form of a URI. */
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

/** Programs on the same machine may listen on any port (RFC 8252, section 7.3). */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  const wanted = isRedirectUri(uri) ? withoutPort(uri) : null
  return wanted !== null && registered.some((one) => withoutPort(one) === wanted)
}

/** Returns the URI as a CSP source: the origin of a web URL, the scheme of any other. */
export function sourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri)
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol
}
