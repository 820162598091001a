const HUES = 8

/** Returns the avatar colour of a name, by an FNV-1a hash; upper and lower case make no difference. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const unit of name.toLowerCase()) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0) % HUES
}

export function initialOf(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '?'
}
