import { existsSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { BunFile } from 'bun'
import { checkKey, isKey, type MediaStorage } from './storage.ts'

/** A symbolic link that leads out of the folder counts as a missing file. */
export function createFolderStorage(folder: string): MediaStorage {
  const root = resolve(folder)

  const pathOf = (key: string) => join(root, checkKey(key))

  async function fileOf(key: string): Promise<BunFile | null> {
    const path = pathOf(key)
    const [inside, real] = await Promise.all([root, path].map((one) => realpath(one).catch(() => null)))
    if (!inside || !real?.startsWith(inside + sep)) return null
    const file = Bun.file(real)
    return (await file.exists()) ? file : null
  }

  return {
    async put(key, content) {
      const path = pathOf(key)
      const drafts = join(root, '.drafts')
      const draft = join(drafts, crypto.randomUUID())
      await mkdir(drafts, { recursive: true, mode: 0o700 })
      try {
        await Bun.write(draft, content, { mode: 0o600 })
        // The file is synced to disk before the database refers to it.
        const file = await open(draft, 'r+')
        await file.datasync().finally(() => file.close())
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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

    exists: async (key) => (await fileOf(key)) !== null,

    async *keys() {
      if (!existsSync(root)) return
      for await (const key of new Bun.Glob('**/*').scan({ cwd: root, onlyFiles: true, dot: false }))
        if (isKey(key)) yield key
    },
  }
}
