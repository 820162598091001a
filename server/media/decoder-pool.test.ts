import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanVideoFile, createDecoderPool, decodeImage } from './decoder-pool.ts'
import { makeImage } from './images.ts'
import { contentHash } from './storage-keys.ts'
import { makeGif, makePhoto, makePng, makePngThatClaims } from './testing/pictures.ts'
import { makeMp4 } from './testing/videos.ts'
import { cleanVideo } from './video-cleaning/clean.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-decoder-'))
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, bytes)
  return path
}

async function newFolder(): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await mkdir(path)
  return path
}

const decode = async (bytes: Uint8Array, pool = { decodeImage }) =>
  pool.decodeImage(await fileOf(bytes), await newFolder())

const reasonOf = async (bytes: Uint8Array) => {
  const error = await decode(bytes).catch((thrown: unknown) => thrown)
  return (error as { reason?: string }).reason
}

test('a picture decoded in the pool equals one decoded in this process, and lies in the given folder', async () => {
  const path = await fileOf(await makePhoto(1_000, 700))
  const results = await newFolder()
  const [here, apart] = [await makeImage(Bun.file(path), [480, 960]), await decodeImage(path, results, [480, 960])]
  expect(apart).toMatchObject({
    width: 1_000,
    height: 700,
    isAnimated: false,
    poster: null,
    placeholder: here.placeholder,
    hash: contentHash(here.content),
  })
  expect(Buffer.from(await apart.content.bytes())).toEqual(Buffer.from(here.content))
  expect([...apart.narrower.keys()]).toEqual([480, 960])
  expect(Buffer.from(await apart.narrower.get(480)!.bytes())).toEqual(Buffer.from(here.narrower.get(480)!))
  expect((await readdir(results)).toSorted()).toEqual(['480', '960', 'image'])
})

test('a video cleaned in a process of the decoder pool is a copy, equal to one cleaned in this process', async () => {
  const film = makeMp4()
  const path = await fileOf(film)
  const { content, hash } = await cleanVideoFile(path, await newFolder(), 'mp4')
  expect(Buffer.from(await Bun.file(path).bytes())).toEqual(Buffer.from(film))
  cleanVideo(film, 'mp4')
  expect(Buffer.from(await content.bytes())).toEqual(Buffer.from(film))
  expect(hash).toBe(contentHash(film))
})

test('a decoded animated picture or video has a poster', async () => {
  const apart = await decode(makeGif(20, 10))
  expect(apart.isAnimated).toBe(true)
  expect(await new Bun.Image(await apart.poster!.bytes()).metadata()).toMatchObject({
    format: 'webp',
    width: 20,
    height: 10,
  })
})

test('a file that a decoder process refuses is refused by the pool with the same reason', async () => {
  const video = await cleanVideoFile(await fileOf(makeMp4().subarray(0, 200)), await newFolder(), 'mp4').catch(
    (error: unknown) => error,
  )
  expect(video).toMatchObject({ reason: 'damaged' })
  expect(await reasonOf(Buffer.from('<svg/>'))).toBe('svg')
  expect(await reasonOf(makePngThatClaims(30_000, 30_000))).toBe('pixels')
  expect(await reasonOf(makePng(64, 48).subarray(0, 100))).toBe('damaged')
})

describe('a file that crashes decoders', () => {
  const pool = () => createDecoderPool({ program: join(import.meta.dir, 'testing/fragile-decoder.ts') })

  test('a file that crashes every decoder is refused, and the next one is decoded', async () => {
    const fragile = pool()
    const refused = await decode(Buffer.from('exit'), fragile).catch((error: unknown) => error)
    expect(refused).toMatchObject({ reason: 'damaged', cause: { message: 'The decoder was ended by SIGKILL' } })
    expect(await decode(makePng(10, 10), fragile)).toMatchObject({ width: 10 })
  })

  test('a request waiting for a crashed decoder is served by another one', async () => {
    const fragile = pool()
    const fatal = decode(Buffer.from('exit'), fragile).catch((error: { reason: string }) => error.reason)
    const made = await Promise.all(Array.from({ length: 6 }, () => decode(makePng(1_000, 1_000), fragile)))
    expect(made.map(({ width }) => width)).toEqual(Array(6).fill(1_000))
    expect(await fatal).toBe('damaged')
  })
})

describe('a file that keeps decoders busy', () => {
  const pool = (isolated: number) =>
    createDecoderPool({
      program: join(import.meta.dir, 'testing/fragile-decoder.ts'),
      timeouts: { shared: 400, isolated },
    })

  test('a file that hangs every decoder is refused in time, and the next one is decoded', async () => {
    const refused = await decode(Buffer.from('hang'), pool(600)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ reason: 'damaged', cause: { message: 'The decoder took more than 600 ms' } })
    expect(await decode(makePng(10, 10), pool(15_000))).toMatchObject({ width: 10 })
  })

  test('a request waiting for a hanging decoder is served by another one', async () => {
    const fragile = pool(15_000)
    const [first, waiting, last] = await Promise.all([
      fileOf(makePng(300, 300)),
      fileOf(Buffer.from('wait')),
      fileOf(makePng(200, 200)),
    ])
    const outcomes = await Promise.allSettled([first, waiting, last].map((path) => fragile.decodeImage(path, folder)))
    expect(outcomes).toMatchObject([
      { value: { width: 300 } },
      { reason: { reason: 'not_image' } },
      { value: { width: 200 } },
    ])
  })
})
