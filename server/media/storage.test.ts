import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolderStorage } from './folder-storage.ts'
import type { MediaStorage } from './storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-media-'))
afterAll(() => rm(folder, { recursive: true }))

const text = (blob: Blob | undefined) => blob?.text()

/** What every driver must do. */
const drivers: [string, () => MediaStorage][] = [['in a folder', () => createFolderStorage(join(folder, 'media'))]]

describe.each(drivers)('a storage %s', (_, create) => {
  const storage = create()

  test('gives back what was put there, whole or in part', async () => {
    await storage.put('i/ab/whole.webp', new TextEncoder().encode('0123456789'))
    const whole = await storage.get('i/ab/whole.webp')
    const part = await storage.get('i/ab/whole.webp', { start: 2, end: 4 })
    expect([whole?.size, await text(whole?.body)]).toEqual([10, '0123456789'])
    expect([part?.size, await text(part?.body)]).toEqual([10, '234'])
  })

  test('takes a file as well as bytes', async () => {
    const source = join(folder, 'source')
    await Bun.write(source, 'film')
    await storage.put('v/ab/film.mp4', Bun.file(source))
    expect(await text((await storage.get('v/ab/film.mp4'))?.body)).toBe('film')
  })

  test('holds the newest of what was put under one key', async () => {
    await storage.put('i/ab/twice.webp', new TextEncoder().encode('first'))
    await storage.put('i/ab/twice.webp', new TextEncoder().encode('2nd'))
    expect(await text((await storage.get('i/ab/twice.webp'))?.body)).toBe('2nd')
  })

  test('knows what is not there', async () => {
    expect(await storage.get('i/ab/nothing.webp')).toBeNull()
    expect(await storage.exists('i/ab/nothing.webp')).toBe(false)
    expect(await storage.exists('i/ab')).toBe(false)
  })

  test('names what is there', async () => {
    await storage.put('m/ef/named.gif', new Uint8Array(1))
    await storage.put('m/ef/not-any-more.gif', new Uint8Array(1))
    await storage.remove('m/ef/not-any-more.gif')
    const keys = await Array.fromAsync(storage.keys())
    expect(keys).toContain('m/ef/named.gif')
    expect(keys).not.toContain('m/ef/not-any-more.gif')
  })

  test('removes, and does not mind to be told twice', async () => {
    await storage.put('i/ab/gone.webp', new Uint8Array(3))
    expect(await storage.exists('i/ab/gone.webp')).toBe(true)
    await storage.remove('i/ab/gone.webp')
    await storage.remove('i/ab/gone.webp')
    expect(await storage.exists('i/ab/gone.webp')).toBe(false)
  })

  test.each(['../outside', 'i/../../outside', '/etc/passwd', 'i/ab/..', '', 'i', 'i\\ab', 'i/ab/a\0b', 'i/%2e%2e/a'])('refuses the key %p', async (key) => {
    await expect(storage.put(key, new Uint8Array(1))).rejects.toThrow('Not a key')
    await expect((async () => storage.get(key))()).rejects.toThrow('Not a key')
    await expect((async () => storage.exists(key))()).rejects.toThrow('Not a key')
    await expect((async () => storage.remove(key))()).rejects.toThrow('Not a key')
  })

  test('has nothing of a file that could not be read to its end', async () => {
    await expect(storage.put('i/ab/broken.webp', Bun.file(join(folder, 'no-such-file')))).rejects.toThrow()
    expect(await storage.exists('i/ab/broken.webp')).toBe(false)
  })
})

test('a folder gives nothing that a link in it leads to outside, be it of a file or of a folder', async () => {
  const storage = createFolderStorage(join(folder, 'media'))
  await storage.put('i/ab/inside.webp', new TextEncoder().encode('inside'))
  await mkdir(join(folder, 'elsewhere'))
  await Bun.write(join(folder, 'elsewhere/secret.webp'), 'secret')
  await symlink(join(folder, 'elsewhere/secret.webp'), join(folder, 'media/i/ab/file.webp'))
  await symlink(join(folder, 'elsewhere'), join(folder, 'media/i/folder'))
  await symlink('/dev/zero', join(folder, 'media/i/ab/endless.webp'))
  await symlink(join(folder, 'media'), join(folder, 'moved'))
  expect([await storage.get('i/ab/file.webp'), await storage.exists('i/ab/file.webp')]).toEqual([null, false])
  expect([await storage.get('i/folder/secret.webp'), await storage.exists('i/folder/secret.webp')]).toEqual([null, false])
  expect(await storage.get('i/ab/endless.webp')).toBeNull()
  // The folder itself may be somewhere else: a disk of its own.
  expect(await text((await createFolderStorage(join(folder, 'moved')).get('i/ab/inside.webp'))?.body)).toBe('inside')
})

test('a folder holds no drafts once everything is put', async () => {
  expect(await readdir(join(folder, 'media/.drafts'))).toEqual([])
})
