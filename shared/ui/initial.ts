const HUES = 8

/** One of eight hues (0-7), always the same for a name, whatever its case. FNV-1a over UTF-16 units. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const unit of name.toLowerCase()) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0) % HUES
}

/** The first letter or digit of a name, uppercase; '?' where it has none. */
export function initialOf(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '?'
}
