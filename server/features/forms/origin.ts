/** Browsers that send no `Sec-Fetch-Site` are checked by `Origin`, or if that is missing by `Referer`. */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const from = headers.get('origin') ?? headers.get('referer')
  const host = headers.get('host')
  // Lynx omits `Referer` on pages with a query string, so its requests rely on the CSRF token alone.
  if (from === null && headers.get('user-agent')?.startsWith('Lynx/')) return true
  return from !== null && host !== null && URL.parse(from)?.host === host.toLowerCase()
}
