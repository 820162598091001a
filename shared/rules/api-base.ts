type PageLocation = { protocol: string; hostname: string; port: string }

const STANDARD_PORTS = ['', '80', '443']
const DEVELOPMENT_API_PORT = 8000

export function isLocalhost(hostname: string): boolean {
  const host = hostname.toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

/** Returns '' for the page's own origin, otherwise port 8000 of its host, where the API runs in development. */
export function apiBase(location: PageLocation, productionHosts: readonly string[]): string {
  const { protocol, hostname, port } = location
  const sameOrigin =
    STANDARD_PORTS.includes(port) ||
    isLocalhost(hostname) ||
    productionHosts.some((host) => host.toLowerCase() === hostname.toLowerCase())
  return sameOrigin ? '' : `${protocol}//${hostname}:${DEVELOPMENT_API_PORT}`
}
