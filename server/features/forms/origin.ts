/**
 * Whether a form was sent by a page of the same host. For browsers without `Sec-Fetch-Site`, `Origin` or `Referer` is
 * checked.
 */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const from = headers.get('origin') ?? headers.get('referer')
  const host = headers.get('host')
  // Lynx omits `Referer` on pages with a query. Forms are also protected by their CSRF token, so requests of Lynx are
  // accepted.
  if (from === null && headers.get('user-agent')?.startsWith('Lynx/')) return true
  return from !== null && host !== null && URL.parse(from)?.host === host.toLowerCase()
}
