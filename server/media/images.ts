import { UPLOAD } from '#shared/limits.ts'
import { MEDIA_WIDTHS, narrowerOf, posterOf } from '#shared/rules/media-url.ts'
import { orientationOf, turn } from './exif.ts'
import { readGif } from './gif.ts'
import { HEAD, kindOf, type MediaKind } from './kinds.ts'
import { readPng } from './png.ts'
import { MediaRefused } from './refusal.ts'
import { createSemaphore } from './semaphore.ts'
import { readWebp, withoutLongProfile } from './webp.ts'

const QUALITY = 80
/** WebP ends at 16,383 pixels. */
const MOST_HIGH = 16_000
const WIDEST = MEDIA_WIDTHS.at(-1)!
/** Of the first frame of a moving picture. */
const POSTER_WIDTH = MEDIA_WIDTHS[1]
const PROFILE = 16_384

/** A decoded picture takes four bytes a pixel, so only a few are decoded at a time, however many are sent. */
const decoding = createSemaphore(UPLOAD.decoders)

/** What a picture is stored as: its bytes, or the files that hold them. */
export type MadeImage<Content = Uint8Array> = {
  width: number
  height: number
  /** A blurred picture as a data address. */
  placeholder: string
  isMoving: boolean
  /** What is shown: WebP, or GIF where it moves. */
  content: Content
  /** The first frame of a moving one, in WebP. */
  poster: Content | null
  /** The picture again, by its width. */
  narrower: Map<number, Content>
}

/** What must be decoded of a file, and how it is to be turned; JPEG is turned by the decoder itself. */
function pictureOf(kind: MediaKind, bytes: Uint8Array): { picture: Uint8Array, orientation: number } {
  if (kind === 'png') return { picture: bytes, orientation: orientationOf(readPng(bytes).exif ?? new Uint8Array()) }
  if (kind !== 'webp') return { picture: bytes, orientation: 1 }
  const { picture, exif } = readWebp(bytes)
  return { picture, orientation: orientationOf(exif ?? new Uint8Array()) }
}

const refusals: Partial<Record<Bun.Image.ErrorCode, MediaRefused['reason']>> = {
  ERR_IMAGE_TOO_MANY_PIXELS: 'pixels',
  ERR_IMAGE_DECODE_FAILED: 'damaged',
  ERR_IMAGE_UNKNOWN_FORMAT: 'damaged',
  ERR_IMAGE_FORMAT_UNSUPPORTED: 'damaged',
}

/** Runs the decoder; what it says of the file is said of the file. */
async function decode<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const reason = refusals[(error as { code?: Bun.Image.ErrorCode }).code!]
    throw reason ? new MediaRefused(reason) : error
  }
}

async function webp(image: Bun.Image): Promise<Uint8Array> {
  return withoutLongProfile(await image.webp({ quality: QUALITY }).bytes(), PROFILE)
}

/** The picture as it is shown, at most `width` wide, without loss and ready to be made into others. */
async function upright(kind: MediaKind, bytes: Uint8Array, width: number): Promise<{ base: Uint8Array, placeholder: string }> {
  const open = (given: Uint8Array) => new Bun.Image(given, { maxPixels: UPLOAD.pixels })
  // Reads the head alone: what is too large is refused before anything else is done with it.
  await decode(() => open(bytes).metadata())
  const { picture, orientation } = pictureOf(kind, bytes)
  const base = await decode(() => turn(open(picture), orientation)
    .resize(width, MOST_HIGH, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .bytes())
  return { base, placeholder: await new Bun.Image(base).placeholder() }
}

async function makeMoving(bytes: Uint8Array): Promise<MadeImage> {
  const { width, height, clean } = readGif(bytes)
  if (bytes.length > UPLOAD.gif) throw new MediaRefused('gif_large')
  const { base, placeholder } = await upright('gif', clean, POSTER_WIDTH)
  const poster = await webp(new Bun.Image(base))
  return { width, height, placeholder, isMoving: true, content: clean, poster, narrower: new Map() }
}

async function makeStill(kind: MediaKind, bytes: Uint8Array, widths: readonly number[]): Promise<MadeImage> {
  const { base, placeholder } = await upright(kind, bytes, WIDEST)
  const { width, height } = await new Bun.Image(base).metadata()
  const content = await webp(new Bun.Image(base))
  const narrower = new Map<number, Uint8Array>()
  for (const narrow of widths.filter((one) => one < width)) narrower.set(narrow, await webp(new Bun.Image(base).resize(narrow)))
  return { width, height, placeholder, isMoving: false, content, poster: null, narrower }
}

/**
 * Decodes a file to prove that it is a picture and makes what is stored of it: turned upright, without any metadata, never
 * enlarged, and again in those of `widths` that are below its own. At most four at a time, in this process.
 * @throws MediaRefused
 */
export async function makeImage(file: Blob, widths: readonly number[] = []): Promise<MadeImage> {
  const kind = kindOf(await file.slice(0, HEAD).bytes())
  if (kind === 'svg' || kind === 'heic' || kind === 'avif') throw new MediaRefused(kind)
  if (!['jpeg', 'png', 'webp', 'gif'].includes(kind)) throw new MediaRefused('not_image')
  return decoding(async () => {
    const bytes = await file.bytes()
    return kind === 'gif' && readGif(bytes).frames > 1 ? makeMoving(bytes) : makeStill(kind, bytes, widths)
  })
}

/** The address of a public picture whose content has that hash, and its files by theirs. */
export function publicFiles<Content>(image: MadeImage<Content>, hash: string): { url: string, files: Map<string, Content> } {
  const url = `/media/i/${hash}-${image.width}x${image.height}.${image.isMoving ? 'gif' : 'webp'}`
  const files = new Map([[url, image.content]])
  if (image.poster) files.set(posterOf(url)!, image.poster)
  for (const copy of narrowerOf(url)) files.set(copy.url, image.narrower.get(copy.width)!)
  return { url, files }
}
