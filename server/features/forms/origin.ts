/**
 * Whether a form was sent by a page of this very host. Browsers without `Sec-Fetch-Site` show it by `Origin` or
 * `Referer`.
 */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const from = headers.get('origin') ?? headers.get('referer')
  const host = headers.get('host')
  // Lynx leaves `Referer` out on pages whose address has a query. The token, which every form needs, protects those.
  if (from === null && headers.get('user-agent')?.startsWith('Lynx/')) return true
  return from !== null && host !== null && URL.parse(from)?.host === host.toLowerCase()
}
