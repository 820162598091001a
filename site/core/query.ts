export function offsetOf(query: URLSearchParams, max: number): number {
  return Math.min(max, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
}

/** The largest of an integer column. */
const LAST_ID = 2_147_483_647

/** Parses an id in an address; null for an invalid one. */
export function idInAddress(text: string | null): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id <= LAST_ID ? id : null
}

/** The query without NUL, which HTML cannot carry. */
export function searchQuery(query: URLSearchParams): string {
  return query.get('q')?.replaceAll('\0', '').trim() ?? ''
}
