const HUES = 8

/** FNV-1a over UTF-16 units; ignores the case of the name. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const unit of name.toLowerCase()) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0) % HUES
}

export function initialOf(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '?'
}
