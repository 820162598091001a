import type { Lang } from '#shared/i18n/plural.ts'
import { claimStore, emptyStore, storeFile, type Owner } from './store.ts'

/** Paths of the pages to store; the panel, API calls, exports and pages for links in e-mails are left out. */
const READABLE = [
  /^\/$/,
  /^\/(post|r|c|u|user|conversation)\/[^/]+$/,
  /^\/(saved|messages|notifications|browse-communities|submit|outbox|offline|profile)$/,
  /^\/(rules|terms|privacy-policy)$/,
]

export const isReadable = (pathname: string): boolean => READABLE.some((path) => path.test(pathname))

type Rendered = { lang: Lang; viewer: { id: number; suspension: unknown } | null }

export function readerOf(html: string): Rendered | null {
  const json = /<script id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  try {
    return json === undefined ? null : (JSON.parse(json) as Rendered)
  } catch {
    return null
  }
}

const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&')

const titleOf = (html: string) => decoded(/<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '')

const STORED_HEADERS = ['content-type', 'content-security-policy', 'referrer-policy', 'permissions-policy']

/** Empties the store if the page shows another account, an ended login session or a suspension. */
export async function storePage(path: string, response: Response, now: number): Promise<Owner | null> {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return null
  const html = await response.text()
  const reader = readerOf(html)
  if (!reader) return null
  if (reader.viewer?.suspension) {
    await emptyStore()
    return null
  }
  const owner = reader.viewer === null ? 'visitor' : String(reader.viewer.id)
  await claimStore(owner, now)
  const headers = Object.fromEntries(
    STORED_HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const body = new TextEncoder().encode(html)
  await storeFile(owner, 'page', { url: path, title: titleOf(html), headers, at: now, body })
  return owner
}
