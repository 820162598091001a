import type { OldAddress } from '../../records.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const POSTS_A_PAGE = 20

/** Short upload URLs have the hash in base 62; `padStart` restores leading zeros. */
function hashOf(short: string): string | null {
  if (short.length > 27) return null
  let value = 0n
  for (const digit of short) value = value * 62n + BigInt(DIGITS.indexOf(digit))
  const hash = value.toString(16)
  return hash.length > 40 ? null : hash.padStart(40, '0')
}

function topicAt(path: string, query: URLSearchParams): OldAddress | null {
  const [, id, place] =
    /^\/t\/(?:(?!\d+\/\d+(?:$|\/|\?))[^/]+\/)?(\d+)(?:\/(\d+|last))?(?:\/|\.rss|\.json)?$/.exec(path) ?? []
  const [, rawId, rawPlace] = /^\/raw\/(\d+)(?:\/(\d+))?$/.exec(path) ?? []
  const thread = id ?? rawId
  if (thread === undefined) return null
  const page = /^\d{1,6}$/.exec(query.get('page') ?? '')?.[0]
  const asked = place ?? rawPlace ?? (page === undefined ? undefined : String((Number(page) - 1) * POSTS_A_PAGE + 1))
  const number = asked === 'last' ? Infinity : Number(asked ?? 1)
  return number > 1 ? { kind: 'place', thread, number } : { kind: 'thread', id: thread }
}

function uploadAt(path: string): OldAddress | null {
  const hash = /\/(?:original|optimized)\/\dX\/(?:.*\/)?([0-9a-f]{40})(?:_[^/]*)?\.\w+$/.exec(path)?.[1]
  const short = /^\/uploads\/short-url\/([0-9A-Za-z]+)(?:\.\w+)?$/.exec(path)?.[1]
  const id = hash ?? (short === undefined ? null : hashOf(short))
  return id === null ? null : { kind: 'file', id }
}

function personAt(path: string): OldAddress | null {
  const avatar = /^\/user_avatar\/[^/]+\/([^/]+)\/\d+\//.exec(path)?.[1]
  if (avatar) return { kind: 'named', address: `/u/${avatar}`, of: 'avatar' }
  const name = /^\/(?:u|users)\/([^/]+?)(?:\.json|\/.*)?$/.exec(path)?.[1]
  return name ? { kind: 'named', address: `/u/${name}` } : null
}

function categoryAt(path: string): OldAddress | null {
  const [, id, feed] = /^\/c\/(?:[^/]+\/)*?(\d+)(\.rss|\/(?:none|all))?(?:\/l\/\w+)?\/?$/.exec(path) ?? []
  if (id) return feed === '.rss' ? { kind: 'feed', community: id } : { kind: 'community', id }
  const [, names, rss] = /^(\/(?:c|category)\/[^/]+?(?:\/[^/]+?)?)(\.rss)?(?:\/l\/\w+)?\/?$/.exec(path) ?? []
  return names ? { kind: 'named', address: names, ...(rss && { of: 'feed' }) } : null
}

const HOME = /^\/(?:|latest|top|new|unread|hot|categories)$/

export function addressOf(encoded: string, query: URLSearchParams): OldAddress | null {
  if (HOME.test(encoded)) return { kind: 'home' }
  if (/^\/(?:latest|posts|top|hot)\.rss$/.test(encoded)) return { kind: 'feed', community: null }
  const post = /^\/p\/(\d+)/.exec(encoded)?.[1]
  if (post) return { kind: 'post', id: post }
  let path: string
  try {
    path = decodeURIComponent(encoded).toLowerCase()
  } catch {
    return null
  }
  return topicAt(path, query) ?? uploadAt(encoded) ?? personAt(path) ?? categoryAt(path)
}
