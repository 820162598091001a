import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../records.ts'

const hasReader = (folder: string) => (name: string) => existsSync(join(folder, name, 'reader.ts'))

/** Every folder with a `reader.ts` is a source. */
export const sourcesIn = (folder: string): string[] => readdirSync(folder).filter(hasReader(folder)).toSorted()

/** `reader.ts` must export the source under the name of its folder. */
export async function loadSourceOf(folder: string, name: string): Promise<Source | null> {
  if (!sourcesIn(folder).includes(name)) return null
  const module = (await import(join(folder, name, 'reader.ts'))) as Record<string, Source>
  return module[name] ?? null
}

export const SOURCES = sourcesIn(import.meta.dir)

export const loadSource = (name: string) => loadSourceOf(import.meta.dir, name)
