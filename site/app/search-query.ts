/** What the address of the search page asks for. Without NUL: HTML cannot carry it, and hydration would find another text. */
export function searchQuery(query: URLSearchParams): string {
  return query.get('q')?.replaceAll('\0', '').trim() ?? ''
}
