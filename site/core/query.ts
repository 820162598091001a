export function offsetOf(query: URLSearchParams, max: number): number {
  return Math.min(max, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
}

/** Without NUL, which HTML cannot carry. */
export function searchQuery(query: URLSearchParams): string {
  return query.get('q')?.replaceAll('\0', '').trim() ?? ''
}
