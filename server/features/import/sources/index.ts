import type { Source } from '../records.ts'

/** By the name on the command line; each is loaded when it is used. */
const LOADERS: Record<string, () => Promise<Source>> = {
  phpbb: async () => (await import('./phpbb/reader.ts')).phpbb,
  mybb: async () => (await import('./mybb/reader.ts')).mybb,
  smf: async () => (await import('./smf/reader.ts')).smf,
  nodebb: async () => (await import('./nodebb/reader.ts')).nodebb,
  discourse: async () => (await import('./discourse/reader.ts')).discourse,
  lemmy: async () => (await import('./lemmy/reader.ts')).lemmy,
  reddit: async () => (await import('./reddit/reader.ts')).reddit,
  watek: async () => (await import('./watek/reader.ts')).watek,
}

export const SOURCES = Object.keys(LOADERS)

export const loadSource = async (name: string): Promise<Source | null> =>
  Object.hasOwn(LOADERS, name) ? LOADERS[name]!() : null
