/** A form sent by a page of this very host. Browsers without `Sec-Fetch-Site` say so by `Origin` or `Referer`. */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const from = headers.get('origin') ?? headers.get('referer')
  const host = headers.get('host')
  return from !== null && host !== null && URL.parse(from)?.host === host.toLowerCase()
}
