import { MediaRefused } from './refusal.ts'

type Chunk = { id: string, data: Buffer }

const HAS_PROFILE = 0x20
const HAS_ALPHA = 0x10
const HAS_ANIMATION = 0x02
const HEADER_OF_FRAME = 16

/** The chunks of a RIFF body; a cut one ends it. */
function chunksOf(body: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at + 8 <= body.length;) {
    const size = body.readUInt32LE(at + 4)
    if (at + 8 + size > body.length) throw new MediaRefused('damaged')
    chunks.push({ id: body.subarray(at, at + 4).toString('latin1'), data: body.subarray(at + 8, at + 8 + size) })
    at += 8 + size + (size & 1)
  }
  return chunks
}

function webpOf(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ id, data }) => {
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return [head, data, Buffer.alloc(data.length & 1)]
  })
  const size = parts.reduce((sum, part) => sum + part.length, 4)
  const head = Buffer.alloc(12)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(size, 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, ...parts])
}

const bodyOf = (webp: Uint8Array) => Buffer.from(webp.buffer, webp.byteOffset, webp.length).subarray(12)

/** A picture of one frame: the first one of a moving WebP, which the decoder does not read. */
function firstFrame(chunks: Chunk[], canvas: Buffer): Buffer {
  const frame = chunks.find(({ id }) => id === 'ANMF')?.data
  if (!frame || frame.length < HEADER_OF_FRAME) throw new MediaRefused('damaged')
  const picture = chunksOf(frame.subarray(HEADER_OF_FRAME)).filter(({ id }) => ['ALPH', 'VP8 ', 'VP8L'].includes(id))
  const extended = Buffer.from(canvas)
  extended[0] = picture.some(({ id }) => id === 'ALPH') ? HAS_ALPHA : 0
  // A frame may be smaller than the canvas that it is drawn on.
  frame.copy(extended, 4, 6, 12)
  return webpOf([{ id: 'VP8X', data: extended }, ...picture])
}

/**
 * What there is to decode of a WebP, of a moving one its first frame, and its Exif data, null where there are none.
 * @throws MediaRefused damaged
 */
export function readWebp(webp: Uint8Array): { picture: Uint8Array, exif: Uint8Array | null } {
  const chunks = chunksOf(bodyOf(webp))
  const canvas = chunks.find(({ id }) => id === 'VP8X')?.data
  const exif = chunks.find(({ id }) => id === 'EXIF')?.data ?? null
  if (!canvas || canvas.length < 10 || !(canvas[0]! & HAS_ANIMATION)) return { picture: webp, exif }
  return { picture: firstFrame(chunks, canvas), exif }
}

/** The same picture without its colour profile where that is longer than `most` bytes: no camera's is, but anything fits in. */
export function withoutLongProfile(webp: Uint8Array, most: number): Uint8Array {
  const chunks = chunksOf(bodyOf(webp))
  if (!chunks.some(({ id, data }) => id === 'ICCP' && data.length > most)) return webp
  return webpOf(chunks.filter(({ id }) => id !== 'ICCP').map((chunk) => {
    if (chunk.id !== 'VP8X') return chunk
    const data = Buffer.from(chunk.data)
    data[0]! &= ~HAS_PROFILE
    return { ...chunk, data }
  }))
}
