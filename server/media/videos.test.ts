import { afterAll, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePng, SECRET } from './testing/pictures.ts'
import { makeMp4, makeWebm } from './testing/videos.ts'
import { extractFrame } from './video-frame.ts'
import { makeVideo } from './videos.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-videos-'))
afterAll(() => rm(folder, { recursive: true }))

async function newFolder(): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await mkdir(path)
  return path
}

async function made(bytes: Uint8Array, ffmpeg: string | null = null) {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, bytes)
  const video = await makeVideo(path, await newFolder(), ffmpeg)
  return { ...video, bytes: Buffer.from(await video.files.get(video.url)!.arrayBuffer()) }
}

const reasonOf = async (bytes: Uint8Array) => {
  const error = await made(bytes).catch((thrown: unknown) => thrown)
  return (error as { reason?: string }).reason
}

describe('a video', () => {
  test('a video is served under the hash of its cleaned bytes', async () => {
    const { url, poster_url, bytes } = await made(makeMp4())
    expect(url).toMatch(/^\/media\/v\/[0-9a-f]{40}\.mp4$/)
    expect(bytes.includes(SECRET)).toBe(false)
    expect((await made(makeMp4())).url).toBe(url)
    expect(poster_url).toBeNull()
    expect((await made(makeWebm())).url).toEndWith('.webm')
  })

  test('a QuickTime video is refused', async () => {
    expect(await reasonOf(makeMp4({ brand: 'qt  ' }))).toBe('quicktime')
  })
})

describe('files that are no videos', () => {
  test.each([
    ['HTML', '<html>'],
    ['a picture', '\x89PNG\r\n\x1a\n'],
    ['an empty file', ''],
    ['a zip', 'PK\x03\x04'],
  ])('a file that is no video is refused: %s', async (_, text) => {
    expect(await reasonOf(Buffer.from(text, 'latin1'))).toBe('not_video')
  })
})

/** Writes an executable script to be used instead of ffmpeg. */
async function program(script: string): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

describe('the poster of a video', () => {
  const frame = join(folder, 'frame.png')

  test('the poster of a video is a frame from its beginning, extracted by ffmpeg, as WebP', async () => {
    await Bun.write(frame, makePng(40, 30))
    const { files, poster_url, url } = await made(makeMp4(), await program(`cat ${frame}`))
    expect(poster_url).toBe(url.replace('.mp4', '-poster.webp'))
    expect(await new Bun.Image(await files.get(poster_url!)!.bytes()).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 30,
    })
  })

  test.each([
    ['fails', 'exit 1'],
    ['shows nothing', 'true'],
    ['shows nonsense', 'echo nonsense'],
  ])('the poster of a video is missing where ffmpeg %s', async (_, script) => {
    expect((await made(makeMp4(), await program(script))).poster_url).toBeNull()
  })

  test('the poster of a video is missing where ffmpeg is not installed', async () => {
    expect((await made(makeMp4(), null)).poster_url).toBeNull()
  })
})

describe('ffmpeg', () => {
  test('ffmpeg gets no environment variables of the server, and runs at a lower priority', async () => {
    process.env.FFMPEG_TEST_SECRET = 'hunter2'
    const out = await newFolder()
    await extractFrame('/dev/null', out, 'mp4', await program('env > env.txt; nice > nice.txt'))
    delete process.env.FFMPEG_TEST_SECRET
    const names = (await Bun.file(join(out, 'env.txt')).text())
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]!)
    const own = Bun.spawnSync(['nice']).stdout.toString()
    // The shell that runs this script sets these variables itself; they do not come from the server.
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([])
    expect(Number(await Bun.file(join(out, 'nice.txt')).text())).toBe(Number(own) + 10)
  })

  test('ffmpeg runs for at most four files at a time', async () => {
    const log = join(folder, 'ffmpeg.log')
    const script = await program(`echo 1 >> ${log}; sleep 0.2; echo -1 >> ${log}`)
    await Promise.all(
      Array.from({ length: 9 }, async () => extractFrame('/dev/null', await newFolder(), 'mp4', script)),
    )
    const changes = (await Bun.file(log).text()).trim().split('\n').map(Number)
    const running = changes.map((_, at) => changes.slice(0, at + 1).reduce((sum, change) => sum + change))
    expect(changes).toHaveLength(18)
    expect(Math.max(...running)).toBeLessThanOrEqual(4)
  })
})
