/**
 * Whether a form was sent by a page of the same host. Browsers without `Sec-Fetch-Site` are checked by `Origin` or
 * `Referer`.
 */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const from = headers.get('origin') ?? headers.get('referer')
  const host = headers.get('host')
  // Lynx omits `Referer` on pages with a query. Forms are also protected by their token, so its requests are accepted.
  if (from === null && headers.get('user-agent')?.startsWith('Lynx/')) return true
  return from !== null && host !== null && URL.parse(from)?.host === host.toLowerCase()
}
