import { open } from 'node:fs/promises'
import { narrowerOf, posterOf } from '#shared/rules/media-url.ts'

const URL_OF_MEDIA = /^\/media\/([imv])\/(([0-9a-f]{2})[0-9a-f]{30,38}[0-9a-z-]*(?:\.[a-z0-9]+)?)$/

/** Where the storage keeps the file of an address: the folder by its first letters, so that none grows without bounds. */
export function keyOf(url: string): string {
  const match = URL_OF_MEDIA.exec(url)
  if (!match) throw new Error(`Not an address of media: ${url}`)
  return `${match[1]}/${match[3]}/${match[2]}`
}

/** The first 160 bits of the SHA-256 of what is served: the name of a public file. */
export function contentHash(content: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 40)
}

const PIECE = 256 * 1024

/** The same of a file, read piece by piece into the same memory: those of a stream pile up until the collector comes. */
export async function contentHashOfFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const piece = Buffer.allocUnsafeSlow(PIECE)
  const file = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE)
      if (bytesRead === 0) return hasher.digest('hex').slice(0, 40)
      hasher.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** The two files that a private picture may have: the moving one, and its still or only one. */
export function privateKeys(url: string): { moving: string, still: string } {
  return { moving: keyOf(`${url}.gif`), still: keyOf(`${url}.webp`) }
}

/** The poster of a video. */
export function videoPosterOf(url: string): string {
  return url.replace(/\.\w+$/, '-poster.webp')
}

/** Every file that may belong to an upload, by its key. */
export function keysOf({ kind, url }: { kind: 'image' | 'video' | 'message_image', url: string }): string[] {
  if (kind === 'message_image') return Object.values(privateKeys(url))
  if (kind === 'video') return [keyOf(url), keyOf(videoPosterOf(url))]
  const poster = posterOf(url)
  return [keyOf(url), ...narrowerOf(url).map((copy) => keyOf(copy.url)), ...(poster ? [keyOf(poster)] : [])]
}
