export function offsetOf(query: URLSearchParams, max: number): number {
  return Math.min(max, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
}

/** Maximum of a PostgreSQL integer. */
const LAST_ID = 2_147_483_647

export function idInAddress(text: string | null): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id <= LAST_ID ? id : null
}

/** NUL characters are removed, because HTML cannot contain them. */
export function searchQuery(query: URLSearchParams): string {
  return query.get('q')?.replaceAll('\0', '').trim() ?? ''
}
