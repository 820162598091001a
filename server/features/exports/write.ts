import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createReadStream } from 'node:fs'
import type { BunFile } from 'bun'
import { makeZip } from 'client-zip'
import type { SQL } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import type { Subject } from '#server/db/personal-data.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { keysOf } from '#server/media/storage-keys.ts'
import { streamOf, type MediaStorage } from '#server/media/storage.ts'
import { readmeOf } from './rules.ts'
import { EXPORT_FILES, inSnapshot, mediaOf, readInBatches, rowsOf } from './sections/queries.ts'

type Media = Parameters<typeof keysOf>[0]
type Wanted = { user_id: number; username: string; created_at: Date }
type Entry = { name: string; input: string | ReadableStream<Uint8Array>; lastModified: Date }

const BUFFER_BYTES = 256 * 1024

/** Tables and media are streamed, never held in memory as a whole. */
export async function writeArchive(
  services: Services,
  folder: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<BunFile> {
  const { config, db, media, now, settings } = services
  const subject = { userId: wanted.user_id, lifetime: { now: now(), ttl: config.messageTtlAfterRead } }
  await inSnapshot(db, (tx) => writeRows(tx, folder, subject, signal))
  const archive = join(folder, 'export.zip')
  const readme = (['pl', 'en'] as const)
    .map((lang) => readmeOf(lang, settings.value('site_name'), wanted.username))
    .join('\n---\n\n')
  await writeToFile(
    archive,
    makeZip(entriesOf(media, folder, readme, wanted.created_at)) as unknown as AsyncIterable<Uint8Array>,
    signal,
  )
  return Bun.file(archive)
}

const jsonOf = (folder: string, name: string) => join(folder, `${name}.json`)
const listOf = (folder: string) => join(folder, 'media.txt')

async function writeRows(tx: Tx, folder: string, subject: Subject, signal: AbortSignal): Promise<void> {
  for (const file of EXPORT_FILES) await writeToFile(jsonOf(folder, file), asArray(tx, rowsOf(file, subject)), signal)
  await writeToFile(listOf(folder), asLines(tx, mediaOf(subject)), signal)
}

async function* asArray(tx: Tx, rows: SQL): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of readInBatches(tx, rows)) {
    yield before + batch.join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* asLines(tx: Tx, rows: SQL): AsyncGenerator<string> {
  for await (const batch of readInBatches(tx, rows)) yield `${batch.join('\n')}\n`
}

async function writeToFile(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const file = Bun.file(path).writer({ highWaterMark: BUFFER_BYTES })
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      file.write(piece)
      await file.flush()
    }
  } finally {
    await file.end()
  }
}

async function* entriesOf(
  storage: MediaStorage,
  folder: string,
  readme: string,
  lastModified: Date,
): AsyncGenerator<Entry> {
  yield { name: 'README.md', input: readme, lastModified }
  for (const name of EXPORT_FILES)
    yield { name: `${name}.json`, input: Bun.file(jsonOf(folder, name)).stream(), lastModified }
  for await (const line of createInterface({ input: createReadStream(listOf(folder)) })) {
    const entry = await mediaEntry(storage, JSON.parse(line) as Media, lastModified)
    if (entry) yield entry
  }
}

/** Returns null if the media file was removed during the export. */
async function mediaEntry(storage: MediaStorage, medium: Media, lastModified: Date): Promise<Entry | null> {
  for (const key of keysOf(medium)) {
    const file = await storage.get(key)
    if (file) return { name: `media/${key.replace(/\/..\//, '/')}`, input: streamOf(file), lastModified }
  }
  return null
}
