import { AVATAR_SIDES, narrowerOf, posterOf, squareOf } from '#shared/rules/media-url.ts'

const URL_OF_MEDIA = /^\/media\/([ceimv])\/(([0-9a-f]{2})[0-9a-f]{30,38}[0-9a-z-]*(?:\.[a-z0-9]+)?)$/

/** The folder is the first letters of the name, so that no folder grows without bounds. */
export function keyOf(url: string): string {
  const match = URL_OF_MEDIA.exec(url)
  if (!match) throw new Error(`Not a media url: ${url}`)
  return `${match[1]}/${match[3]}/${match[2]}`
}

export function contentHash(content: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 40)
}

export function privateKeys(url: string): { moving: string; still: string } {
  return { moving: keyOf(`${url}.gif`), still: keyOf(`${url}.webp`) }
}

export function videoPosterOf(url: string): string {
  return url.replace(/\.\w+$/, '-poster.webp')
}

export function keysOf({
  kind,
  url,
}: {
  kind: 'image' | 'video' | 'captions' | 'message_image'
  url: string
}): string[] {
  if (kind === 'message_image') return Object.values(privateKeys(url))
  if (kind === 'captions') return [keyOf(url)]
  if (kind === 'video') return [keyOf(url), keyOf(videoPosterOf(url))]
  const poster = posterOf(url)
  return [keyOf(url), ...narrowerOf(url).map((copy) => keyOf(copy.url)), ...(poster ? [keyOf(poster)] : [])]
}

export function avatarKeysOf(url: string): string[] {
  return AVATAR_SIDES.map((side) => keyOf(squareOf(url, side)))
}
