import { afterAll, describe, expect, test } from 'bun:test'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePoster } from './poster.ts'
import { makePng, SECRET } from './testing/pictures.ts'
import { box, element, makeMp4, makeWebm, PICTURES } from './testing/videos.ts'
import { makeVideo } from './videos.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-videos-'))
afterAll(() => rm(folder, { recursive: true }))

/** Makes a video of the bytes and returns what is left of them. */
async function made(bytes: Uint8Array) {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, bytes)
  const video = await makeVideo(path)
  return { ...video, bytes: Buffer.from(await Bun.file(path).bytes()) }
}

const reasonOf = async (bytes: Uint8Array) => {
  const error = await made(bytes).catch((thrown: unknown) => thrown)
  return (error as { reason?: string }).reason
}

describe('an MP4', () => {
  test('loses the boxes of metadata at every level, its dates and its track of positions, and nothing else', async () => {
    const before = makeMp4()
    expect(before.toString('latin1').split(SECRET).length - 1).toBe(5)
    const { bytes } = await made(before)
    expect(bytes.includes(SECRET)).toBe(false)
    expect(bytes.includes(Buffer.from('deadbeef', 'hex'))).toBe(false)
    expect(['udta', 'meta', 'uuid'].filter((type) => bytes.includes(type))).toEqual([])
    expect(bytes.includes(PICTURES)).toBe(true)
  })

  test('keeps its length and the places of everything', async () => {
    const before = makeMp4()
    const { bytes } = await made(before)
    expect(bytes.length).toBe(before.length)
    expect(bytes.indexOf(PICTURES)).toBe(before.indexOf(PICTURES))
    expect(bytes.indexOf('stco')).toBe(before.indexOf('stco'))
  })

  test('is served under the hash of what is left', async () => {
    const { url, poster_url } = await made(makeMp4())
    expect(url).toMatch(/^\/media\/v\/[0-9a-f]{40}\.mp4$/)
    expect((await made(makeMp4())).url).toBe(url)
    expect(poster_url).toBeNull()
  })

  test('of fragments is taken too', async () => {
    const bytes = Buffer.concat([makeMp4(), box('moof', box('traf', box('uuid', SECRET))), box('mdat', PICTURES)])
    expect((await made(bytes)).bytes.includes(SECRET)).toBe(false)
  })

  test('whose last box reaches to the end is taken', async () => {
    const open = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from('mdat'), Buffer.from(PICTURES)])
    expect((await made(Buffer.concat([makeMp4(), open]))).bytes.length).toBe(makeMp4().length + open.length)
  })

  test.each([40, 80, 200, makeMp4().length - 1])('that is cut at byte %d is refused', async (at) => {
    expect(await reasonOf(makeMp4().subarray(0, at))).toBe('damaged')
  })

  test('of sound alone is refused', async () => {
    expect(await reasonOf(makeMp4({ handlers: ['soun'] }))).toBe('not_video')
  })

  test('of QuickTime is refused', async () => {
    expect(await reasonOf(makeMp4({ brand: 'qt  ' }))).toBe('quicktime')
  })

  test('whose boxes lie in each other without end is refused', async () => {
    const nested = Array.from({ length: 100 }).reduce<Buffer>((inner) => box('moov', inner), box('trak'))
    expect(await reasonOf(Buffer.concat([makeMp4(), nested]))).toBe('damaged')
  })

  test('whose tables would have its data blanked again and again is refused', async () => {
    const word = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
    const start = box('ftyp', 'isom', word(0), 'isom')
    const table = box('stbl',
      box('stsz', word(0), word(1000), word(1)),
      box('stsc', word(0), word(1), word(1), word(1), word(1)),
      box('stco', word(0), word(50), ...Array.from({ length: 50 }, () => word(start.length + 8))))
    const trak = box('trak', box('mdia', box('hdlr', word(0), word(0), 'meta', Buffer.alloc(13)), box('minf', table)))
    expect(await reasonOf(Buffer.concat([start, box('mdat', Buffer.alloc(1000)), box('moov', trak)]))).toBe('damaged')
  })
})

describe('a WebM', () => {
  test.each([false, true])('loses title, date, tags and attachments and nothing else (recorded live: %p)', async (live) => {
    const before = makeWebm({ live })
    expect(before.toString('latin1').split(SECRET).length - 1).toBe(3)
    const { bytes } = await made(before)
    expect(bytes.includes(SECRET)).toBe(false)
    expect(bytes.includes(Buffer.alloc(8, 3))).toBe(false)
    expect(bytes.toString('latin1').split(PICTURES).length - 1).toBe(2)
    expect(bytes.length).toBe(before.length)
    expect(bytes.indexOf(PICTURES)).toBe(before.indexOf(PICTURES))
  })

  test('stays readable: what was blanked is void', async () => {
    const { bytes } = await made(makeWebm())
    await expect(made(bytes)).resolves.toMatchObject({ bytes })
  })

  test.each([10, 60, 120, makeWebm().length - 1])('that is cut at byte %d is refused', async (at) => {
    expect(await reasonOf(makeWebm().subarray(0, at))).toBe('damaged')
  })

  test('of sound alone is refused', async () => {
    expect(await reasonOf(makeWebm({ trackType: 2 }))).toBe('not_video')
  })

  test('that is really Matroska is refused', async () => {
    expect(await reasonOf(makeWebm({ docType: 'matroska' }))).toBe('not_video')
  })

  test('whose tags claim to be longer than the file is refused', async () => {
    const tags = Buffer.concat([Buffer.from('1254c367', 'hex'), Buffer.from([0x01, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]), Buffer.from(SECRET)])
    expect(await reasonOf(Buffer.concat([element('1a45dfa3', element('4282', 'webm')), element('18538067', tags)]))).toBe('damaged')
  })
})

describe('what is no video', () => {
  test.each([['HTML', '<html>'], ['a picture', '\x89PNG\r\n\x1a\n'], ['an empty file', ''], ['a zip', 'PK\x03\x04']])('is refused: %s', async (_, text) => {
    expect(await reasonOf(Buffer.from(text, 'latin1'))).toBe('not_video')
  })
})

describe('the poster of a video', () => {
  /** A program of that behaviour in place of ffmpeg. */
  async function program(script: string): Promise<string> {
    const path = join(folder, crypto.randomUUID())
    await Bun.write(path, `#!/bin/sh\n${script}\n`)
    await chmod(path, 0o755)
    return path
  }

  test('is what ffmpeg shows of its beginning, as WebP', async () => {
    await Bun.write(join(folder, 'frame.png'), makePng(40, 30))
    const poster = await makePoster('film.mp4', 'mp4', await program(`cat ${join(folder, 'frame.png')}`))
    expect(await new Bun.Image(poster!).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })

  test.each([['fails', 'exit 1'], ['shows nothing', 'true'], ['shows nonsense', 'echo nonsense']])('is missing where ffmpeg %s', async (_, script) => {
    expect(await makePoster('film.mp4', 'mp4', await program(script))).toBeNull()
  })

  test('is missing where there is no ffmpeg', async () => {
    expect(await makePoster('film.mp4', 'mp4', null)).toBeNull()
  })
})
