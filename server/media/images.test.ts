import { describe, expect, test } from 'bun:test'
import { MEDIA_WIDTHS } from '#shared/rules/media-url.ts'
import { readGif } from './gif.ts'
import { makeImage as makeImageOf, publicFiles } from './images.ts'
import { contentHash } from './storage-keys.ts'
import {
  makeExif,
  makeGif,
  makeMovingWebp,
  makePhoto,
  makePng,
  makePngThatClaims,
  makeWebp,
  pixelAt,
  pngChunk,
  SECRET,
} from './testing/pictures.ts'

const makeImage = (bytes: Uint8Array) => makeImageOf(new Blob([bytes]))
const makePublic = async (bytes: Uint8Array) => {
  const image = await makeImageOf(new Blob([bytes]), MEDIA_WIDTHS)
  return publicFiles(image, contentHash(image.content))
}

const reasonOf = async (bytes: Uint8Array) => {
  const error = await makeImage(bytes).catch((thrown: unknown) => thrown)
  return (error as { reason?: string }).reason
}

const has = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

const colourAt = async (picture: Uint8Array, [x, y]: readonly [number, number]) => {
  const [red, , blue] = await pixelAt(picture, x, y)
  return red > blue ? 'red' : 'blue'
}

describe('a picture', () => {
  test('a picture loses GPS position, comments and all other camera metadata', async () => {
    const photo = await makePhoto(64, 48)
    expect(has(photo, SECRET)).toBe(true)
    const { content } = await makeImage(photo)
    expect(has(content, SECRET)).toBe(false)
    expect(has(content, 'EXIF')).toBe(false)
    expect(has(content, 'XMP ')).toBe(false)
  })

  test('a picture becomes WebP of the same size', async () => {
    const { content, width, height } = await makeImage(makePng(64, 48))
    expect(await new Bun.Image(content).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
    expect([width, height]).toEqual([64, 48])
  })

  test('a picture is also stored in each smaller width of the layout', async () => {
    const { url, files } = await makePublic(makePng(1200, 300))
    const widths = await Promise.all(
      [...files.values()].map(async (file) => (await new Bun.Image(file).metadata()).width),
    )
    expect(widths).toEqual([1200, 480, 960])
    expect([...files.keys()]).toEqual([url, url.replace('.webp', '-480.webp'), url.replace('.webp', '-960.webp')])
    expect(url).toMatch(/^\/media\/i\/[0-9a-f]{40}-1200x300\.webp$/)
  })

  test('a picture is never wider than the widest width of the layout', async () => {
    const { width, height } = await makeImage(makePng(3200, 100))
    expect([width, height]).toEqual([MEDIA_WIDTHS[2], 50])
  })

  test('a very tall picture is reduced to the maximum height of WebP', async () => {
    const { width, height } = await makeImage(makePng(20, 20_000))
    expect([width, height]).toEqual([16, 16_000])
  })

  test('a picture has a blurred placeholder as a data URL', async () => {
    const { placeholder } = await makeImage(makePng(64, 48))
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(placeholder.length).toBeLessThan(600)
  })

  test('pictures with the same content get the same URL, others another one', async () => {
    const [a, b, c] = await Promise.all(
      [makePng(64, 48), makePng(64, 48), makePng(48, 64)].map(async (png) => (await makePublic(png)).url),
    )
    expect(a).toBe(b!)
    expect(c).not.toBe(a!)
  })

  // For each Exif orientation, the size of the upright picture and its side that must be red.
  const UPRIGHT = [
    [1, [64, 32], 'left'],
    [2, [64, 32], 'right'],
    [3, [64, 32], 'right'],
    [4, [64, 32], 'left'],
    [5, [32, 64], 'top'],
    [6, [32, 64], 'top'],
    [7, [32, 64], 'bottom'],
    [8, [32, 64], 'bottom'],
  ] as const
  const corner = { left: [4, 16], right: [59, 16], top: [16, 4], bottom: [16, 59] } as const

  test.each(UPRIGHT)('a JPEG of orientation %d is rotated upright', async (orientation, size, side) => {
    const { content, width, height } = await makeImage(await makePhoto(64, 32, orientation))
    expect([width, height]).toEqual([...size])
    expect(await colourAt(content, corner[side])).toBe('red')
  })

  test.each(UPRIGHT)('a PNG of orientation %d is rotated upright', async (orientation, size, side) => {
    const { content, width, height } = await makeImage(
      makePng(64, 32, { chunks: [pngChunk('eXIf', makeExif(orientation))] }),
    )
    expect([width, height]).toEqual([...size])
    expect(await colourAt(content, corner[side])).toBe('red')
    expect(has(content, SECRET)).toBe(false)
  })

  test.each(UPRIGHT)('a WebP of orientation %d is rotated upright', async (orientation, size, side) => {
    const { content, width, height } = await makeImage(await makeWebp(64, 32, orientation))
    expect([width, height]).toEqual([...size])
    expect(await colourAt(content, corner[side])).toBe('red')
    expect(has(content, SECRET)).toBe(false)
  })

  test('a colour profile long enough to hide data is removed from a picture', async () => {
    const { deflateSync } = await import('node:zlib')
    const profile = Buffer.alloc(100_000, SECRET)
    profile.writeUInt32BE(profile.length, 0)
    profile.write('acsp', 36, 'latin1')
    profile.write('RGB XYZ ', 16, 'latin1')
    const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(profile)]))
    const { content } = await makeImage(makePng(64, 48, { chunks: [chunk] }))
    expect(has(content, SECRET)).toBe(false)
    expect(await new Bun.Image(content).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  })

  test('an animated WebP becomes its first frame', async () => {
    const { content, isAnimated } = await makeImage(await makeMovingWebp(64, 32))
    expect(isAnimated).toBe(false)
    expect(await colourAt(content, [4, 16])).toBe('red')
    expect(await colourAt(content, [59, 16])).toBe('blue')
  })
})

describe('other kinds of pictures', () => {
  test('a PNG without its end marker is accepted, since all its pixels are there', async () => {
    const png = makePng(64, 48)
    expect(await makeImage(png.subarray(0, png.length - 12))).toMatchObject({ width: 64, height: 48 })
  })

  test('a PNG of 16 bits, in grey or with transparency becomes WebP with the same look', async () => {
    const { default: sharp } = await import('sharp')
    const colours = sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 220, g: 30, b: 30, alpha: 0.5 } },
    })
    const deep = (await makeImage(await colours.clone().toColourspace('rgb16').png().toBuffer())).content
    const grey = (await makeImage(await colours.clone().removeAlpha().toColourspace('b-w').png().toBuffer())).content
    const clear = (await makeImage(await colours.clone().png().toBuffer())).content
    expect(await colourAt(deep, [5, 5])).toBe('red')
    const [red, green, blue] = await pixelAt(grey, 5, 5)
    expect([red - green, green - blue]).toEqual([0, 0])
    expect(await sharp(clear).metadata()).toMatchObject({ format: 'webp', hasAlpha: true })
  })

  test('a JPEG in CMYK or a wide colour space becomes WebP in sRGB', async () => {
    const { default: sharp } = await import('sharp')
    const photo = sharp(await makePhoto(64, 48))
    const print = await makeImage(await photo.clone().toColourspace('cmyk').jpeg().toBuffer())
    const wide = await makeImage(await photo.clone().withIccProfile('p3').jpeg().toBuffer())
    expect(await colourAt(print.content, [4, 16])).toBe('red')
    expect(await colourAt(wide.content, [4, 16])).toBe('red')
    expect(await sharp(wide.content).metadata()).toMatchObject({ space: 'srgb', hasProfile: false })
  })
})

describe('a GIF', () => {
  test('a GIF of several frames stays a GIF, without comments, application data and trailing bytes', async () => {
    const gif = makeGif(20, 10, 3)
    expect(has(gif, SECRET)).toBe(true)
    const { content, isAnimated, width, height } = await makeImage(gif)
    expect(isAnimated).toBe(true)
    expect([width, height]).toEqual([20, 10])
    expect(has(content, SECRET)).toBe(false)
    expect(has(content, 'XMP')).toBe(false)
    expect(has(content, 'NETSCAPE2.0')).toBe(true)
    expect(readGif(content).frames).toBe(3)
    expect(await new Bun.Image(content).metadata()).toMatchObject({ format: 'gif', width: 20, height: 10 })
  })

  test('a GIF of several frames gets its first frame as a poster in WebP', async () => {
    const { url, files } = await makePublic(makeGif(20, 10))
    expect([...files.keys()]).toEqual([url, url.replace('.gif', '-poster.webp')])
    const poster = files.get(url.replace('.gif', '-poster.webp'))!
    expect(await new Bun.Image(poster).metadata()).toMatchObject({ format: 'webp', width: 20, height: 10 })
    expect(await colourAt(poster, [5, 5])).toBe('red')
  })

  test('a GIF of one frame becomes WebP', async () => {
    const { content, isAnimated } = await makeImage(makeGif(20, 10, 1))
    expect(isAnimated).toBe(false)
    expect(await new Bun.Image(content).metadata()).toMatchObject({ format: 'webp' })
  })

  test('a GIF that claims 30,000 by 30,000 pixels is refused', async () => {
    const gif = makeGif(20, 10)
    gif.writeUInt16LE(30_000, 6)
    gif.writeUInt16LE(30_000, 8)
    expect(await reasonOf(gif)).toBe('pixels')
  })

  test('a GIF of several frames above 10 MiB is refused', async () => {
    expect(await reasonOf(Buffer.concat([makeGif(20, 10), Buffer.alloc(10 * 1024 * 1024)]))).toBe('gif_large')
  })

  test.each([13, 25, 60, 110])('a GIF that is cut at byte %d is refused', async (at) => {
    expect(await reasonOf(makeGif(20, 10).subarray(0, at))).toBe('damaged')
  })
})

describe('files that are no pictures', () => {
  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>', 'not_image'],
    ['a zip', 'PK\x03\x04\x14\0\0\0', 'not_image'],
    ['an empty file', '', 'not_image'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'svg'],
    ['SVG behind a declaration', '<?xml version="1.0"?>\n<!-- a --><svg width="1"/>', 'svg'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['AVIF', '\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'avif'],
    ['AVIF of the common brand', '\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'avif'],
  ])('a file that is no picture is refused: %s', async (_, text, reason) => {
    expect(await reasonOf(Buffer.from(text, 'latin1'))).toBe(reason)
  })

  test.each([16, 100])('a PNG without its last %d bytes is refused', async (missing) => {
    const png = makePng(64, 48)
    expect(await reasonOf(png.subarray(0, png.length - missing))).toBe('damaged')
  })

  test.each([
    ['text', 'not a picture at all'.repeat(10)],
    ['high bytes', '\xff'.repeat(100)],
    ['zeros', '\0'.repeat(100)],
    ['nothing', ''],
  ])('the signature of PNG followed by %s is refused as no picture, not as too large', async (_, rest) => {
    expect(await reasonOf(Buffer.from(`\x89PNG\r\n\x1a\n${rest}`, 'latin1'))).toBe('damaged')
  })

  test('a PNG with a changed byte is refused', async () => {
    const png = makePng(64, 48)
    png[png.length - 30]! ^= 1
    expect(await reasonOf(png)).toBe('damaged')
  })

  test('a truncated WebP is refused', async () => {
    const webp = await makeWebp(64, 48)
    expect(await reasonOf(webp.subarray(0, webp.length - 40))).toBe('damaged')
  })

  test('a JPEG that consists of its header only is refused', async () => {
    expect(await reasonOf((await makePhoto(64, 48)).subarray(0, 300))).toBe('damaged')
  })

  test('a PNG of 30,000 by 30,000 pixels is refused before it is decoded', async () => {
    const before = process.memoryUsage().rss
    expect(await reasonOf(makePngThatClaims(30_000, 30_000))).toBe('pixels')
    // Decoding the picture would take 3.6 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })
})
