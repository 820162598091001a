const HUES = 8

/**
 * Returns the number of the avatar colour for a name, by an FNV-1a hash over UTF-16 units. Upper and lower case make no
 * difference.
 */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const unit of name.toLowerCase()) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0) % HUES
}

export function initialOf(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '?'
}
