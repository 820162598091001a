import type { ByteRange } from '#server/media/storage.ts'

/** Returns 'none' (the whole file is sent) for a missing or invalid header and for several ranges. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(/[ \t]/g, '') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'none'
  const [first, last] = [match[1]!, match[2]!]
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const range = { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (last !== '' && Number(last) < range.start) return 'none'
  return range.start >= size ? 'unsatisfiable' : range
}
