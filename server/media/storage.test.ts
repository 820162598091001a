import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyMedia } from './copy-media.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import { streamOf, type MediaStorage, type StoredFile } from './storage.ts'
import { missingSwift, startSwift } from './testing/swift.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-media-'))
afterAll(() => rm(folder, { recursive: true }))

const bytes = (file: StoredFile | null) => Bun.readableStreamToBytes(streamOf(file!))
const text = async (file: StoredFile | null) => new TextDecoder().decode(await bytes(file))

const missing = missingSwift()
const swift = missing === null ? await startSwift(join(folder, 'swift')) : null
afterAll(() => swift?.stop())
test.skipIf(missing !== null)(
  `OpenStack Swift is installed for the tests of the S3 driver${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    expect(swift).not.toBeNull()
  },
)

/** Storage drivers, which must all pass the same tests. */
const drivers: [string, MediaStorage][] = [
  ['in a folder', createFolderStorage(join(folder, 'media'))],
  ...(swift
    ? [['SCALE-3 in an S3 bucket', createS3Storage(swift.settings, { listSize: 7 })] satisfies [string, MediaStorage]]
    : []),
]

describe.each(drivers)('a media storage %s', (_, storage) => {
  test('a media storage stores and returns a file of several parts, also a range across them', async () => {
    const source = join(folder, 'large')
    await Bun.write(
      source,
      new Uint8Array(12 * 1024 * 1024).map((_, at) => at % 251),
    )
    await storage.put('v/ab/large.mp4', Bun.file(source))
    const whole = await storage.get('v/ab/large.mp4')
    const part = await storage.get('v/ab/large.mp4', { start: 5_242_875, end: 5_242_885 })
    expect(whole?.size).toBe(12 * 1024 * 1024)
    expect(Bun.hash(await bytes(whole))).toBe(Bun.hash(await Bun.file(source).bytes()))
    expect([...(await bytes(part))]).toEqual(Array.from({ length: 11 }, (_, at) => (5_242_875 + at) % 251))
  })

  test('a media storage lists all its files, even where a store needs several responses for them', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => `i/cd/${String(at).padStart(4, '0')}.webp`)
    await Promise.all(keys.map((key) => storage.put(key, new Uint8Array(1))))
    const listed = await Array.fromAsync(storage.keys())
    expect(listed.filter((key) => key.startsWith('i/cd/')).toSorted()).toEqual(keys)
  })

  test('a media storage returns what was stored, whole or in part', async () => {
    await storage.put('i/ab/whole.webp', new TextEncoder().encode('0123456789'))
    const whole = await storage.get('i/ab/whole.webp')
    const part = await storage.get('i/ab/whole.webp', { start: 2, end: 4 })
    expect([whole?.size, await text(whole)]).toEqual([10, '0123456789'])
    expect([part?.size, await text(part)]).toEqual([10, '234'])
  })

  test('a media storage stores a file as well as bytes', async () => {
    const source = join(folder, 'source')
    await Bun.write(source, 'film')
    await storage.put('v/ab/film.mp4', Bun.file(source))
    expect(await text(await storage.get('v/ab/film.mp4'))).toBe('film')
  })

  test('a media storage returns the newest content put under a key', async () => {
    await storage.put('i/ab/twice.webp', new TextEncoder().encode('first'))
    await storage.put('i/ab/twice.webp', new TextEncoder().encode('2nd'))
    expect(await text(await storage.get('i/ab/twice.webp'))).toBe('2nd')
  })

  test('a media storage reports a missing file', async () => {
    expect(await storage.get('i/ab/nothing.webp')).toBeNull()
    expect(await storage.exists('i/ab/nothing.webp')).toBe(false)
    expect(await storage.exists('i/ab')).toBe(false)
  })

  test('a media storage lists its files', async () => {
    await storage.put('m/ef/named.gif', new Uint8Array(1))
    await storage.put('m/ef/not-any-more.gif', new Uint8Array(1))
    await storage.remove('m/ef/not-any-more.gif')
    const keys = await Array.fromAsync(storage.keys())
    expect(keys).toContain('m/ef/named.gif')
    expect(keys).not.toContain('m/ef/not-any-more.gif')
  })

  test('a media storage removes a file, and a second removal is no error', async () => {
    await storage.put('i/ab/gone.webp', new Uint8Array(3))
    expect(await storage.exists('i/ab/gone.webp')).toBe(true)
    await storage.remove('i/ab/gone.webp')
    await storage.remove('i/ab/gone.webp')
    expect(await storage.exists('i/ab/gone.webp')).toBe(false)
  })

  test.each(['../outside', 'i/../../outside', '/etc/passwd', 'i/ab/..', '', 'i', 'i\\ab', 'i/ab/a\0b', 'i/%2e%2e/a'])(
    'a media storage refuses the key %p',
    async (key) => {
      await expect(storage.put(key, new Uint8Array(1))).rejects.toThrow('Not a key')
      await expect((async () => storage.get(key))()).rejects.toThrow('Not a key')
      await expect((async () => storage.exists(key))()).rejects.toThrow('Not a key')
      await expect((async () => storage.remove(key))()).rejects.toThrow('Not a key')
    },
  )

  test('a media storage stores nothing of a file that could not be read to its end', async () => {
    await expect(storage.put('i/ab/broken.webp', Bun.file(join(folder, 'no-such-file')))).rejects.toThrow()
    expect(await storage.exists('i/ab/broken.webp')).toBe(false)
  })
})

test('a folder storage does not follow links that lead out of it, to a file or a folder', async () => {
  const storage = createFolderStorage(join(folder, 'media'))
  await storage.put('i/ab/inside.webp', new TextEncoder().encode('inside'))
  await mkdir(join(folder, 'elsewhere'))
  await Bun.write(join(folder, 'elsewhere/secret.webp'), 'secret')
  await symlink(join(folder, 'elsewhere/secret.webp'), join(folder, 'media/i/ab/file.webp'))
  await symlink(join(folder, 'elsewhere'), join(folder, 'media/i/folder'))
  await symlink('/dev/zero', join(folder, 'media/i/ab/endless.webp'))
  await symlink(join(folder, 'media'), join(folder, 'moved'))
  expect([await storage.get('i/ab/file.webp'), await storage.exists('i/ab/file.webp')]).toEqual([null, false])
  expect([await storage.get('i/folder/secret.webp'), await storage.exists('i/folder/secret.webp')]).toEqual([
    null,
    false,
  ])
  expect(await storage.get('i/ab/endless.webp')).toBeNull()
  // The folder itself may be a symbolic link, for example to another disk.
  expect(await text(await createFolderStorage(join(folder, 'moved')).get('i/ab/inside.webp'))).toBe('inside')
})

test('a folder storage has no temporary files once everything is stored', async () => {
  const [[, storage]] = drivers as [(typeof drivers)[number]]
  await storage.put('i/ab/finished.webp', new Uint8Array(1))
  expect(await readdir(join(folder, 'media/.drafts'))).toEqual([])
})

test('SCALE-3 copying media stores what is missing or incomplete, and copies nothing twice', async () => {
  const [from, to] = [createFolderStorage(join(folder, 'from')), createFolderStorage(join(folder, 'to'))]
  const content = (text: string) => new TextEncoder().encode(text)
  await Promise.all(['i/ab/one.webp', 'i/cd/two.webp', 'v/ef/three.mp4'].map((key) => from.put(key, content(key))))
  await to.put('i/ab/one.webp', content('i/ab/one.webp'))
  await to.put('i/cd/two.webp', content('i/cd'))
  expect(await copyMedia(from, to)).toEqual({ copied: 2, present: 1 })
  expect(await copyMedia(from, to)).toEqual({ copied: 0, present: 3 })
  expect(await text(await to.get('i/cd/two.webp'))).toBe('i/cd/two.webp')
})

test('SCALE-3 a store that stalls in the middle of a file makes reading it fail', async () => {
  const stalls = Promise.withResolvers<void>()
  await using store = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ method }) =>
      new Response(
        method === 'HEAD'
          ? null
          : new ReadableStream({
              async start(controller) {
                controller.enqueue(new TextEncoder().encode('first'))
                await stalls.promise
              },
            }),
        { headers: { 'content-length': '1000000' } },
      ),
  })
  const settings = { endpoint: store.url.origin, bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' }
  const file = await createS3Storage(settings, { timeoutMs: 500 }).get('v/ab/stalled.mp4')
  await expect(bytes(file)).rejects.toThrow('The media store is unavailable')
  stalls.resolve()
})
