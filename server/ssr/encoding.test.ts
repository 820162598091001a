import { expect, test } from 'bun:test'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { acceptedEncoding, compressCached, compressOnce, compressStream } from './encoding.ts'

const text = 'Pomidory w tunelu. '.repeat(200)
const bytes = new TextEncoder().encode(text)
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync }
const STREAMS = { br: createBrotliDecompress, gzip: createGunzip }

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0', 'gzip'],
  ['identity', null],
  ['brr', null],
  [undefined, null],
] as const)('Accept-Encoding %p is answered with the encoding %p', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

test.each(['br', 'gzip'] as const)('a page in %s is smaller and decompresses to the same text', async (encoding) => {
  const packed = [compressCached(bytes, encoding), await compressOnce(bytes, encoding)]
  expect(
    packed.map((body) => [DECODERS[encoding](body).toString() === text, body.byteLength < bytes.byteLength / 4]),
  ).toEqual([
    [true, true],
    [true, true],
  ])
})

test.each(['br', 'gzip'] as const)('a stream in %s sends each chunk before the next is written', async (encoding) => {
  const source = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const decoder = STREAMS[encoding]()
  const decoded = new Promise<string>((resolve) => decoder.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  const sent = compressStream(new ReadableStream({ start: source.resolve }), encoding).pipeTo(
    new WritableStream({ write: (chunk) => void decoder.write(chunk) }),
  )
  const controller = await source.promise
  controller.enqueue(bytes)
  expect(await decoded).toBe(text)
  controller.close()
  await sent
})
