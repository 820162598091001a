/** The content that a page of the source forum shows, with its id in that forum. */
export type Shown = {
  kind: 'thread' | 'post' | 'person' | 'community' | 'feed' | 'home' | 'avatar' | 'file'
  id: string
}

export type Site = {
  start: string[]
  /** Returns the canonical URL, so that each page is crawled once; null for pages without content. */
  wanted: (address: URL) => string | null
  shown: (address: URL, html: string, final: URL) => Shown | null
  texts: (html: string, address: URL) => Iterable<[post: string, html: string]>
  /** URLs that the forum's JavaScript builds and to which the page has no links. */
  more?: (html: string, final: URL) => Iterable<string>
  tables: string[]
  /** SQL conditions by table, for tables of which the importer does not read all rows. */
  kept?: Record<string, string>
  /** Columns left out because the importer does not read them, so that fixtures are small and contain no secrets. */
  unread?: string[]
  /** JSON fields that are left out: IP addresses, and fields that only the pages of the forum program use. */
  without?: string[]
  sendForms?: (base: string, people: { name: string; password: string }[], picture: Blob) => Promise<void>
}

/** `texts` has HTML by post id, `threads` by thread id if the program stores a thread's text apart from its posts. */
export type Crawled = { addresses: Map<string, Shown>; texts: Map<string, string>; threads?: Map<string, string> }

const LINK = /(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')|<(?:link|guid)[^>]*>(http[^<]*)</gi
const AT_ONCE = 3
const MAX_PAGES = 30_000

const decoded = (address: string) =>
  address
    .replaceAll('&amp;', '&')
    .replace(/&#0?39;/g, "'")
    .replaceAll('&quot;', '"')

const MAX_REDIRECTS = 5

/** Follows redirects within the forum; returns null for a URL that leads to another site. */
async function ask(address: URL, left = MAX_REDIRECTS): Promise<Response | null> {
  const response = await fetch(address, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null || left === 0) return response
  const target = new URL(location, address)
  return target.origin === address.origin ? ask(target, left - 1) : null
}

export async function crawl(base: string, site: Site): Promise<Crawled> {
  const found: Crawled = { addresses: new Map(), texts: new Map() }
  const seen = new Set<string>()
  const waiting: string[] = []
  const add = (address: string, from: string) => {
    if (!URL.canParse(decoded(address), from)) return
    const url = new URL(decoded(address), from)
    if (url.origin !== new URL(base).origin) return
    const wanted = site.wanted(url)
    if (wanted === null || seen.has(wanted) || seen.size >= MAX_PAGES) return
    seen.add(wanted)
    waiting.push(wanted)
  }
  for (const address of site.start) add(address, base)
  const visit = async (address: string) => {
    const response = await ask(new URL(address, base))
    if (response === null) return
    const final = new URL(response.url)
    const isText = /text|xml/.test(response.headers.get('content-type') ?? '')
    const html = isText ? await response.text() : ''
    const url = new URL(address, base)
    const shown = response.ok ? site.shown(url, html, final) : null
    if (shown !== null) found.addresses.set(address, shown)
    for (const [post, text] of site.texts(html, url)) if (!found.texts.has(post)) found.texts.set(post, text)
    for (const [, double, single, element] of html.matchAll(LINK)) add(double ?? single ?? element ?? '', final.href)
    for (const found of site.more?.(html, final) ?? []) add(found, final.href)
  }
  const visitAll = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await visit(next)
  }
  // Visits one page at a time until enough links are known to visit several in parallel.
  while (waiting.length > 0 && waiting.length < AT_ONCE) await visit(waiting.shift()!)
  await Promise.all(Array.from({ length: AT_ONCE }, visitAll))
  return found
}

export function elementAt(html: string, start: number, tag: string): string | null {
  const tags = new RegExp(`<(/?)${tag}\\b[^>]*>`, 'gi')
  tags.lastIndex = start
  let depth = 0
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    depth += match[1] === '' ? 1 : -1
    if (depth === 0) return html.slice(start, match.index + match[0].length)
  }
  return null
}

export const first = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]

export function session(base: string): (path: string, body?: FormData) => Promise<string> {
  const cookies = new Map<string, string>()
  return async (path, body) => {
    const response = await fetch(new URL(path, base), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (key) cookies.set(key, value!)
    }
    return response.text()
  }
}
