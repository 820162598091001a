/* Media URLs are /media/i/{hash}-{width}x{height}.webp or .gif. Their variants end in -{w}.webp (a width of
   MEDIA_WIDTHS), -a{side}.webp (a side of AVATAR_SIDES) or -poster.webp (the first frame of a gif). */

export const MEDIA_WIDTHS = [480, 960, 1600] as const

export const AVATAR_SIDES = [64, 128, 256] as const

const IMAGE = /^(\/media\/i\/[0-9a-f]{40}-([1-9]\d{0,4})x([1-9]\d{0,4}))\.(webp|gif)$/
const PRIVATE = /^\/media\/m\/[0-9a-f]{32}$/

function parsed(url: string) {
  const match = IMAGE.exec(url)
  return match && { stem: match[1]!, width: Number(match[2]), height: Number(match[3]), isMoving: match[4] === 'gif' }
}

export function imageSizeOf(url: string): { width: number; height: number } | null {
  const image = parsed(url)
  return image && { width: image.width, height: image.height }
}

export function narrowerOf(url: string): { url: string; width: number }[] {
  const image = parsed(url)
  if (!image || image.isMoving) return []
  return MEDIA_WIDTHS.filter((width) => width < image.width).map((width) => ({
    url: `${image.stem}-${width}.webp`,
    width,
  }))
}

export function srcSetOf(url: string): string | undefined {
  const narrower = narrowerOf(url)
  if (narrower.length === 0) return undefined
  return [...narrower, { url, width: imageSizeOf(url)!.width }].map((copy) => `${copy.url} ${copy.width}w`).join(', ')
}

export function iconOf(url: string | null): string | null {
  return url === null ? null : (posterOf(url) ?? narrowerOf(url)[0]?.url ?? url)
}

type AvatarSide = (typeof AVATAR_SIDES)[number]

export const squareOf = (url: string, side: AvatarSide): string => url.replace(/\.\w+$/, `-a${side}.webp`)

export function avatarOf(url: string | null, side: AvatarSide = 64): string | null {
  return url && squareOf(url, side)
}

/** Returns the still image of an animated or private picture; null for other pictures. */
export function posterOf(url: string): string | null {
  if (PRIVATE.test(url)) return `${url}?still`
  const image = parsed(url)
  return image?.isMoving ? `${image.stem}-poster.webp` : null
}
