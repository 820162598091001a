import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The text of a file, null where there is none or it cannot be read. */
export async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}

/** Writes a file whole or not at all, readable by its owner alone: a crash in the midst leaves the old one. */
export async function writeText(file: string, text: string): Promise<void> {
  const making = `${file}.${randomUUID().slice(0, 8)}`
  await mkdir(dirname(file), { recursive: true })
  try {
    const handle = await open(making, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(making, file)
  } catch (error) {
    await rm(making, { force: true })
    throw error
  }
}

/** Runs one act after another: two writers of a file never meet. */
export function queue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act, act)
    last = next.catch(() => {})
    return next
  }
}

/** What JSON says, undefined where it is none. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
