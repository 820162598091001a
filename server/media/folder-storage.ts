import { existsSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { BunFile } from 'bun'
import type { MediaStorage } from './storage.ts'

const KEY = /^[a-z0-9]+(\/[a-z0-9][a-z0-9.-]*)+$/

/**
 * Media as files of a folder, which is made when first needed. Throws where a key could lead out of it; a link that does lead
 * out of it is no file.
 */
export function createFolderStorage(folder: string): MediaStorage {
  const root = resolve(folder)

  function pathOf(key: string): string {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a key of media: ${key}`)
    return join(root, key)
  }

  async function fileOf(key: string): Promise<BunFile | null> {
    const path = pathOf(key)
    const [inside, real] = await Promise.all([root, path].map((one) => realpath(one).catch(() => null)))
    if (!inside || !real?.startsWith(inside + sep)) return null
    const file = Bun.file(real)
    return await file.exists() ? file : null
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
      const file = await fileOf(key)
      if (!file) return null
      return { size: file.size, body: range ? file.slice(range.start, range.end + 1) : file }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    exists: async (key) => await fileOf(key) !== null,

    async *keys() {
      if (!existsSync(root)) return
      for await (const key of new Bun.Glob('**/*').scan({ cwd: root, onlyFiles: true, dot: false })) if (KEY.test(key)) yield key
    },
  }
}
