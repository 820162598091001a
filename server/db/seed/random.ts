/** Returns a number from 0 to 2^32 - 1 that depends only on its two arguments (the finaliser of MurmurHash3). */
export function hash(index: number, salt: number): number {
  let h = Math.imul(index ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  h ^= h >>> 16
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 16)) >>> 0
}

/** From 0 to 1, exclusive. */
export function fraction(index: number, salt: number): number {
  return hash(index, salt) / 4_294_967_296
}

/** From 0 to `below`, exclusive. */
export function pick(index: number, salt: number, below: number): number {
  return Math.floor(fraction(index, salt) * below)
}
