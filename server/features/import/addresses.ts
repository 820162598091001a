import { paths } from '#shared/paths.ts'
import type { Target } from './rows.ts'
import type { RecordKind, Source } from './records.ts'

type Forum = { source: Source; baseUrl: URL }

/**
 * `path` is a path on this server, which redirects to the content once it is imported. `named` is the path below the
 * former forum's base path, if it contains the name of a community or person.
 */
type Place = { kind: RecordKind | null; id: string; path: string; named: string | null }

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '')

export function pathBelow(path: string, basePath: string): string | null {
  if (basePath === '' || basePath === '/') return path
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null
}

const KINDS = { thread: 'thread', post: 'post', person: 'person', community: 'community' } as const

/** A placeholder host for links that give only a path on the former forum. */
export const FORMER_HOST = 'former.invalid'

/** Returns null for links to other sites. */
export function placeOf({ source, baseUrl }: Forum, address: string): Place | null {
  if (!URL.canParse(address, baseUrl.href)) return null
  const url = new URL(address, baseUrl.href)
  const isNamed = url.host === FORMER_HOST
  const isHere = isNamed || (baseUrl.host !== '' && withoutWww(url.host) === withoutWww(baseUrl.host))
  if (!/^https?:$/.test(url.protocol) || !isHere) return null
  const basePath = baseUrl.host === '' ? '' : baseUrl.pathname.replace(/\/+$/, '')
  const below = isNamed ? url.pathname : pathBelow(url.pathname, basePath)
  const found = below === null ? null : source.addressOf(below, url.searchParams, url.hash)
  if (found === null) return null
  const path = (isNamed ? basePath : '') + url.pathname + url.search + url.hash
  const kind = found.kind in KINDS ? KINDS[found.kind as keyof typeof KINDS] : null
  const named = found.kind === 'named' && !found.of ? found.address : null
  return { kind, id: 'id' in found ? found.id : '', path, named }
}

/** Matches URLs, and paths that are the target of a link in Markdown or HTML. */
const ADDRESS = /https?:\/\/[^\s"'<>\])]+|(?<=\]\(\s*<?|href=")\/[^\s"'<>\])]+/gi

export function addressesIn(forum: Forum, text: string): Place[] {
  const { host } = forum.baseUrl
  const isNamed = host !== '' && [withoutWww(host), '](/', '](</', 'href="/'].some((mark) => text.includes(mark))
  if (!isNamed && !text.includes(FORMER_HOST)) return []
  return [...text.matchAll(ADDRESS)]
    .slice(0, 200)
    .flatMap(([address]) => placeOf(forum, address.replaceAll('&amp;', '&')) ?? [])
}

/** Returns null for content that was not imported, and for accounts and communities: their paths need a name. */
export function targetPath({ target, target_id, post_id }: Target): string | null {
  if (target_id === null) return null
  if (target === 'post') return paths.post(target_id)
  return target === 'comment' && post_id !== null ? paths.post(post_id, target_id) : null
}
