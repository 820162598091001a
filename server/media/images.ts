import sharp from 'sharp'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { UPLOAD } from '#shared/limits.ts'
import { AVATAR_SIDES, MEDIA_WIDTHS, narrowerOf, posterOf } from '#shared/rules/media-url.ts'
import { HEADER_BYTES, kindOf } from './file-types.ts'
import { readGif } from './gif.ts'
import { MediaRefused } from './refusal.ts'

// Only the decoders of the four accepted formats are enabled, whatever a file contains.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
// Several images may be decoded at the same time, so each gets a single thread.
sharp.concurrency(1)

const QUALITY = 80
const PLACEHOLDER_QUALITY = 90
/** WebP allows at most 16,383 pixels in height. */
const MAX_HEIGHT = 16_000
const MAX_WIDTH = MEDIA_WIDTHS.at(-1)!
const POSTER_WIDTH = MEDIA_WIDTHS[1]
const THUMBHASH_SIDE = 100

export type MadeImage<Content = Uint8Array> = {
  width: number
  height: number
  placeholder: string
  isAnimated: boolean
  content: Content
  poster: Content | null
  narrower: Map<number, Content>
}

type Pixels = { data: Buffer; raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** Returns upright pixels in sRGB, at most `width` pixels wide, without metadata. */
async function decode(bytes: Uint8Array, width: number): Promise<Pixels> {
  const open = (limitInputPixels: number | false) => sharp(bytes, { limitInputPixels, failOn: 'error' })
  try {
    // A picture that is too large is refused by its header, before it is decoded.
    const size = await open(false).metadata()
    if (size.width * size.height > UPLOAD.pixels) throw new MediaRefused('pixels')
    const { data, info } = await open(UPLOAD.pixels)
      .autoOrient()
      .resize(width, MAX_HEIGHT, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
  } catch (error) {
    throw error instanceof MediaRefused ? error : new MediaRefused('damaged')
  }
}

function webp({ data, raw }: Pixels, width = raw.width): Promise<Uint8Array> {
  return sharp(data, { raw }).resize(width).webp({ quality: QUALITY }).toBuffer()
}

async function placeholderOf({ data, raw }: Pixels): Promise<string> {
  const small = await sharp(data, { raw })
    .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { w, h, rgba } = thumbHashToRGBA(rgbaToThumbHash(small.info.width, small.info.height, small.data))
  const blurred = await sharp(rgba, { raw: { width: w, height: h, channels: 4 } })
    .webp({ quality: PLACEHOLDER_QUALITY })
    .toBuffer()
  return `data:image/webp;base64,${blurred.toString('base64')}`
}

async function makeAnimation(bytes: Uint8Array): Promise<MadeImage> {
  const { width, height, clean } = readGif(bytes)
  if (bytes.length > UPLOAD.gif) throw new MediaRefused('gif_large')
  const first = await decode(clean, POSTER_WIDTH)
  return {
    width,
    height,
    placeholder: await placeholderOf(first),
    isAnimated: true,
    content: clean,
    poster: await webp(first),
    narrower: new Map(),
  }
}

async function makeStill(bytes: Uint8Array, widths: readonly number[]): Promise<MadeImage> {
  const pixels = await decode(bytes, MAX_WIDTH)
  const { width, height } = pixels.raw
  const narrower = new Map<number, Uint8Array>()
  for (const narrow of widths.filter((one) => one < width)) narrower.set(narrow, await webp(pixels, narrow))
  return {
    width,
    height,
    placeholder: await placeholderOf(pixels),
    isAnimated: false,
    content: await webp(pixels),
    poster: null,
    narrower,
  }
}

/** Makes an upright picture without metadata, and a copy for each of `widths` that is smaller. @throws MediaRefused */
export async function makeImage(file: Blob, widths: readonly number[] = []): Promise<MadeImage> {
  const kind = kindOf(await file.slice(0, HEADER_BYTES).bytes())
  if (kind === 'svg' || kind === 'heic' || kind === 'avif') throw new MediaRefused(kind)
  if (!['jpeg', 'png', 'webp', 'gif'].includes(kind)) throw new MediaRefused('not_image')
  const bytes = await file.bytes()
  return kind === 'gif' && readGif(bytes).frames > 1 ? makeAnimation(bytes) : makeStill(bytes, widths)
}

/** Crops the centre square of the first frame in each of AVATAR_SIDES. @throws MediaRefused */
export async function cropSquares(file: Blob): Promise<Map<(typeof AVATAR_SIDES)[number], Uint8Array>> {
  const { data, raw } = await decode(await file.bytes(), MAX_WIDTH)
  const square = (side: number) =>
    sharp(data, { raw }).resize(side, side, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer()
  return new Map(await Promise.all(AVATAR_SIDES.map(async (side) => [side, await square(side)] as const)))
}

export function publicFiles<Content>(
  image: MadeImage<Content>,
  hash: string,
): { url: string; files: Map<string, Content> } {
  const url = `/media/i/${hash}-${image.width}x${image.height}.${image.isAnimated ? 'gif' : 'webp'}`
  const files = new Map([[url, image.content]])
  if (image.poster) files.set(posterOf(url)!, image.poster)
  for (const copy of narrowerOf(url)) files.set(copy.url, image.narrower.get(copy.width)!)
  return { url, files }
}
