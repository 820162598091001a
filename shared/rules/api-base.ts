/** The parts of `window.location` that the rule needs. */
export type PageLocation = { protocol: string, hostname: string, port: string }

const STANDARD_PORTS = ['', '80', '443']
const DEVELOPMENT_API_PORT = 8000

/** Whether the hostname means this very machine: localhost, a name below it, 127.0.0.1 or [::1]. */
export function isLocalhost(hostname: string): boolean {
  const host = hostname.toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

/**
 * Where a bundle that was not rendered by this server finds the API, as a prefix of '/api/...': '' is the page's own
 * origin (localhost, a production host, a standard port), else the page's host on port 8000.
 */
export function apiBase(location: PageLocation, productionHosts: readonly string[]): string {
  const { protocol, hostname, port } = location
  const sameOrigin = STANDARD_PORTS.includes(port)
    || isLocalhost(hostname)
    || productionHosts.some((host) => host.toLowerCase() === hostname.toLowerCase())
  return sameOrigin ? '' : `${protocol}//${hostname}:${DEVELOPMENT_API_PORT}`
}
