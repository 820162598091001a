import { LAST_ID } from '#shared/api/fields.ts'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns 16 random digits and letters (80 bits) without letters that are easily confused. */
export function newReference(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => LETTERS[byte % 32])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** Two leading slashes would make a path a link to another host. */
export const localPath = (path: string) => path.replace(/^[/\\]+/, '/')

/** Returns null for a URL of another site. */
export function pathOnSite(address: string, hosts: readonly string[]): string | null {
  const url = URL.parse(
    /^https?:\/\//i.test(address) ? address : `https://${address.startsWith('/') ? hosts[0]! : ''}${address}`,
  )
  return url && hosts.includes(url.hostname) ? localPath(url.pathname) + url.search + url.hash : null
}

export type Subject =
  | { kind: 'post' | 'comment'; id: number }
  | { kind: 'category' | 'user'; name: string }
  | { kind: 'media'; hash: string }

function idOf(digits: string | null | undefined): number | null {
  const id = /^\d{1,10}$/.test(digits ?? '') ? Number(digits) : 0
  return id >= 1 && id <= LAST_ID ? id : null
}

export function subjectOf(path: string): Subject | null {
  const { pathname, searchParams, hash } = new URL(`https://site${path}`)
  const [, first = '', second = ''] = pathname.split('/')
  const comment = idOf(searchParams.get('comment')) ?? idOf(/^#comment-(\d+)$/.exec(hash)?.[1])
  if (comment !== null) return { kind: 'comment', id: comment }
  if (first === 'post') {
    const id = idOf(second)
    return id === null ? null : { kind: 'post', id }
  }
  if (first === 'r' || first === 'c') return { kind: 'category', name: second }
  if (first === 'u' || first === 'user') return { kind: 'user', name: second }
  const file = /^\/media\/\w+\/([0-9a-f]{40})/.exec(pathname)
  return file ? { kind: 'media', hash: file[1]! } : null
}
