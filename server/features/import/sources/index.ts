import type { Source } from '../records.ts'

/** By the name on the command line; each is loaded when it is used. */
const LOADERS: Record<string, () => Promise<Source>> = {
  phpbb: async () => (await import('./phpbb/reader.ts')).phpbb,
  reddit: async () => (await import('./reddit/reader.ts')).reddit,
}

export const SOURCES = Object.keys(LOADERS)

export const loadSource = async (name: string): Promise<Source | null> =>
  Object.hasOwn(LOADERS, name) ? LOADERS[name]!() : null
