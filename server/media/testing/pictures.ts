import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/* The pictures have metadata as written by cameras and hostile senders. */

type Colour = readonly [number, number, number]

const RED: Colour = [220, 30, 30]
const BLUE: Colour = [30, 30, 220]

/** Metadata in a test picture that must not survive processing. */
export const SECRET = '52.2297N 21.0122E'

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = 2
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', head)])
}

/** The PNG is red on its left half and blue on its right, with the given chunks before the image data. */
export function makePng(
  width: number,
  height: number,
  { chunks = [] as Uint8Array[], left = RED, right = BLUE } = {},
): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => (x < width / 2 ? left : right)).flat()])
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)))
  return Buffer.concat([pngHead(width, height), ...chunks, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
}

/** Creates a small PNG whose header claims the given size. */
export function makePngThatClaims(width: number, height: number): Buffer {
  return Buffer.concat([
    pngHead(width, height),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates Exif data with `SECRET` in place of a GPS position. */
export function makeExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x0112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return Buffer.concat([tiff, Buffer.from(`GPS ${SECRET}`)])
}

/** Creates a JPEG like a phone's: Exif with orientation and position, XMP, a comment. */
export async function makePhoto(width: number, height: number, orientation = 1): Promise<Buffer> {
  const jpeg = Buffer.from(await new Bun.Image(makePng(width, height)).jpeg({ quality: 90 }).bytes())
  const segment = (marker: number, data: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), makeExif(orientation)])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SECRET}</x:xmpmeta>`, 'latin1')),
    segment(0xfe, Buffer.from(SECRET)),
    jpeg.subarray(2),
  ])
}

function riff(chunks: Buffer[]): Buffer {
  const head = Buffer.alloc(12)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(
    chunks.reduce((sum, chunk) => sum + chunk.length, 4),
    4,
  )
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, ...chunks])
}

function riffChunk(id: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(id, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}

function canvas(flags: number, width: number, height: number): Buffer {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', data)
}

export async function makeWebp(width: number, height: number, orientation = 1): Promise<Buffer> {
  const picture = Buffer.from(await new Bun.Image(makePng(width, height)).webp().bytes()).subarray(12)
  return riff([canvas(0x08, width, height), picture, riffChunk('EXIF', makeExif(orientation))])
}

/** The first frame is red and blue, the second green. */
export async function makeMovingWebp(width: number, height: number): Promise<Buffer> {
  const green: Colour = [30, 220, 30]
  const pictures = [makePng(width, height), makePng(width, height, { left: green, right: green })]
  const frames = await Promise.all(
    pictures.map(async (png) => {
      const head = Buffer.alloc(16)
      head.writeUIntLE(width - 1, 6, 3)
      head.writeUIntLE(height - 1, 9, 3)
      head.writeUIntLE(100, 12, 3)
      return riffChunk('ANMF', Buffer.concat([head, Buffer.from(await new Bun.Image(png).webp().bytes()).subarray(12)]))
    }),
  )
  return riff([canvas(0x02, width, height), riffChunk('ANIM', Buffer.alloc(6)), ...frames])
}

/** Each pixel has a clear code before it, so the data is not compressed. */
function gifPixels(count: number, colour: number): Buffer {
  let [bits, length] = [0, 0]
  const bytes: number[] = []
  const put = (code: number) => {
    bits |= code << length
    length += 3
    while (length >= 8) {
      bytes.push(bits & 255)
      bits >>= 8
      length -= 8
    }
  }
  for (let pixel = 0; pixel < count; pixel += 1) {
    put(4)
    put(colour)
  }
  put(5)
  if (length > 0) bytes.push(bits & 255)
  const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) => bytes.slice(at * 255, at * 255 + 255))
  return Buffer.from([2, ...blocks.flatMap((block) => [block.length, ...block]), 0])
}

const gifExtension = (label: number, ...blocks: Buffer[]) =>
  Buffer.from([0x21, label, ...blocks.flatMap((block) => [block.length, ...block]), 0])

/** The frames (red, blue, red ...) repeat for ever; the GIF has a comment and trailing bytes after its end. */
export function makeGif(width: number, height: number, frames = 2): Buffer {
  const head = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0x81, 0, 0]),
  ])
  const colours = Buffer.from([...RED, ...BLUE, 0, 0, 0, 255, 255, 255])
  const picture = (index: number) =>
    Buffer.concat([
      gifExtension(0xf9, Buffer.from([0, 10, 0, 0])),
      Buffer.from([0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0]),
      gifPixels(width * height, index % 2),
    ])
  return Buffer.concat([
    head,
    colours,
    gifExtension(0xff, Buffer.from('NETSCAPE2.0', 'latin1'), Buffer.from([1, 0, 0])),
    gifExtension(0xfe, Buffer.from(SECRET)),
    gifExtension(0xff, Buffer.from('XMP DataXMP', 'latin1'), Buffer.from(SECRET)),
    ...Array.from({ length: frames }, (_, index) => picture(index)),
    Buffer.from([0x3b]),
    Buffer.from(SECRET),
  ])
}

export async function pixelAt(picture: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data } = await sharp(picture)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [data[0]!, data[1]!, data[2]!]
}
