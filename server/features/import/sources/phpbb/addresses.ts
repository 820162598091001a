import type { OldAddress } from '../../records.ts'

const idIn = (query: URLSearchParams, name: string): string | null =>
  /^\d{1,10}/.exec(query.get(name) ?? '')?.[0] ?? null

function topic(query: URLSearchParams, hash: string): OldAddress | null {
  const post = /^#p?(\d+)$/.exec(hash)?.[1] ?? idIn(query, 'p')
  if (post) return { kind: 'post', id: post }
  const thread = idIn(query, 't')
  const start = Number(idIn(query, 'start') ?? 0)
  if (!thread) return null
  return start > 0 ? { kind: 'place', thread, number: start + 1, by: 'time' } : { kind: 'thread', id: thread }
}

/** URL patterns of phpBB by Przemo and of common SEO modules, which put words into URLs. */
const WORDED: [RegExp, (id: string, start: string | undefined) => OldAddress][] = [
  [
    /^\/(?:.*[-_])?(?:t|topic|vt|temat|viewtopic,)(\d+)(?:[-,](\d+))?\.html?$/i,
    (id, start) =>
      start ? { kind: 'place', thread: id, number: Number(start) + 1, by: 'time' } : { kind: 'thread', id },
  ],
  [/^\/(?:.*[-_])?(?:f|forum|vf|viewforum,)(\d+)(?:[-,]\d+)?\.html?$/i, (id) => ({ kind: 'community', id })],
  [/^\/(?:.*[-_])?(?:p|post|vp)(\d+)\.html?$/i, (id) => ({ kind: 'post', id })],
  [/^\/(?:.*[-_])?(?:u|member)(\d+)\.html?$/i, (id) => ({ kind: 'person', id })],
]

export function addressOf(path: string, query: URLSearchParams, hash: string): OldAddress | null {
  const file = path.replace(/^\/+/, '')
  const isHome = file === '' || file === 'index.php' || file === 'index.html'
  // Visitors without cookies had a phpBB session id, `sid`, in every URL.
  if (isHome) return [...query.keys()].some((name) => name !== 'sid') ? null : { kind: 'home' }
  if (file === 'viewtopic.php') return topic(query, hash)
  if (/^(feed\.php|rss\.php|(app\.php\/)?feed(\/|$))/.test(file)) {
    const community = idIn(query, 'f') ?? /\/forum\/(\d+)/.exec(file)?.[1] ?? null
    const thread = idIn(query, 't') ?? /\/topic\/(\d+)/.exec(file)?.[1]
    return thread ? { kind: 'thread', id: thread } : { kind: 'feed', community }
  }
  const avatar = file === 'download/file.php' ? /^g?(\d+)_/.exec(query.get('avatar') ?? '')?.[1] : undefined
  if (avatar) return { kind: 'avatar', id: avatar }
  const named: Record<string, [OldAddress['kind'], string]> = {
    'viewforum.php': ['community', 'f'],
    'memberlist.php': ['person', 'u'],
    'profile.php': ['person', 'u'],
    'search.php': ['person', 'author_id'],
    'download/file.php': ['file', 'id'],
  }
  const found = Object.hasOwn(named, file) ? named[file]! : null
  const id = found && idIn(query, found[1])
  if (id) return { kind: found[0], id } as OldAddress
  for (const [pattern, make] of WORDED) {
    const match = pattern.exec(path)
    if (match) return make(match[1]!, match[2])
  }
  return null
}
