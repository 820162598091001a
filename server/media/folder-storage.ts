import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { MediaStorage } from './storage.ts'

const KEY = /^[a-z0-9]+(\/[a-z0-9][a-z0-9.-]*)+$/

/** Media as files of a folder, which is made when first needed. Throws where a key could lead out of it. */
export function createFolderStorage(folder: string): MediaStorage {
  const root = resolve(folder)

  function pathOf(key: string): string {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a key of media: ${key}`)
    return join(root, key)
  }

  return {
    async put(key, content) {
      const path = pathOf(key)
      const draft = join(root, '.drafts', crypto.randomUUID())
      try {
        await Bun.write(draft, content)
        // The database will name it: what it names must be on the disk.
        const file = await open(draft, 'r+')
        await file.datasync().finally(() => file.close())
        await mkdir(dirname(path), { recursive: true })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async get(key, range) {
      const file = Bun.file(pathOf(key))
      if (!await file.exists()) return null
      return { size: file.size, body: range ? file.slice(range.start, range.end + 1) : file }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    exists: (key) => Bun.file(pathOf(key)).exists(),
  }
}
