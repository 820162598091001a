import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import tar, { type Header } from 'tar-stream'
import * as v from 'valibot'
import {
  BackupError,
  createDigest,
  createMediaDigest,
  FORMAT,
  HEAD,
  headSchema,
  MANIFEST,
  manifestSchema,
  MEDIA,
  TABLES,
  type Head,
  type Manifest,
} from './archive.ts'
import { decrypted, isEncrypted } from './encryption.ts'

export type Reader = {
  head?: (head: Head) => Promise<void>
  rows?: (table: Head['tables'][number], piece: Uint8Array) => Promise<void>
  tableEnd?: (table: Head['tables'][number]) => Promise<void>
  tablesEnd?: () => Promise<void>
  media?: (key: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<void>
}

async function* decompressed(file: string, identity: string | null): AsyncGenerator<Uint8Array> {
  const bytes = createReadStream(file, { highWaterMark: 1_048_576 })
  const source = (await isEncrypted(file)) ? Readable.from(decrypted(bytes, identity)) : bytes
  const zstd = createZstdDecompress()
  source.on('error', (error: Error) => zstd.destroy(error))
  source.pipe(zstd)
  try {
    for await (const piece of zstd as AsyncIterable<Uint8Array>) yield piece
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError('The file is damaged or cut off: it cannot be decompressed. Use another backup.')
  } finally {
    source.destroy()
    bytes.destroy()
    zstd.destroy()
  }
}

type Entry = AsyncIterable<unknown> & { header: Header; resume: () => void }

function asBackupError(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  const isCutOff = error instanceof Error && error.message === 'Unexpected end of data'
  return new BackupError(
    isCutOff
      ? 'The file is damaged or cut off: it ends in the middle. Use another backup.'
      : 'The file is damaged, or is no backup of this program.',
  )
}

async function* entriesOf(file: string, identity: string | null): AsyncGenerator<Entry> {
  const extract = tar.extract()
  const source = Readable.from(decompressed(file, identity))
  source.on('error', (error) => extract.destroy(error))
  source.pipe(extract)
  try {
    for await (const entry of extract) yield entry
  } catch (error) {
    throw asBackupError(error)
  } finally {
    source.destroy()
  }
}

async function* bodyOf(entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) yield piece as Uint8Array
  } catch (error) {
    throw asBackupError(error)
  }
}

async function readJson<S extends v.GenericSchema>(entry: Entry, schema: S): Promise<v.InferOutput<S>> {
  const text = Buffer.concat(await Array.fromAsync(bodyOf(entry))).toString()
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (error) {
    throw asBackupError(error)
  }
}

/**
 * Verifies all checksums. @throws BackupError if the file is no backup, truncated, changed, encrypted for another key,
 * or of a newer program
 */
export async function readBackup(
  file: string,
  reader: Reader,
  identity: string | null = null,
): Promise<{ head: Head; manifest: Manifest }> {
  await stat(file).catch(() => {
    throw new BackupError(`There is no file ${file}.`)
  })
  const tables: Manifest['tables'] = {}
  const mediaDigest = createMediaDigest()
  let head: Head | null = null
  let current: { table: Head['tables'][number]; digest: ReturnType<typeof createDigest> } | null = null
  let manifest: Manifest | null = null
  let tablesAreOver = false

  async function endTable(): Promise<void> {
    if (!current) return
    tables[current.table.name] = current.digest.end()
    await reader.tableEnd?.(current.table)
    current = null
  }

  async function endTables(): Promise<void> {
    await endTable()
    if (!tablesAreOver) await reader.tablesEnd?.()
    tablesAreOver = true
  }

  async function readTable(entry: Entry): Promise<void> {
    const name = entry.header.name.slice(TABLES.length).split('/')[0]!
    const table = head!.tables.find((known) => known.name === name)
    if (!table || name in tables || tablesAreOver)
      throw new BackupError('The file is damaged: its tables are in disorder.')
    if (current?.table !== table) {
      await endTable()
      current = { table, digest: createDigest() }
    }
    for await (const piece of bodyOf(entry)) {
      current.digest.add(piece)
      await reader.rows?.(table, piece)
    }
  }

  async function readMedia(entry: Entry): Promise<void> {
    await endTables()
    const key = entry.header.name.slice(MEDIA.length)
    const size = entry.header.size!
    mediaDigest.begin(key, size)
    async function* body() {
      for await (const piece of bodyOf(entry)) {
        mediaDigest.add(piece)
        yield piece
      }
    }
    if (reader.media) await reader.media(key, size, body())
    else for await (const _ of body()) continue
  }

  for await (const entry of entriesOf(file, identity)) {
    const { name } = entry.header
    if (name === HEAD && !head) {
      head = await readJson(entry, headSchema)
      if (head.format > FORMAT)
        throw new BackupError('The file was made by a newer version of this program: restore it with that one.')
      await reader.head?.(head)
    } else if (!head) throw new BackupError('The file is no backup of this program.')
    else if (name === MANIFEST) manifest = await readJson(entry, manifestSchema)
    else if (name.startsWith(TABLES)) await readTable(entry)
    else if (name.startsWith(MEDIA)) await readMedia(entry)
    else entry.resume()
  }
  await endTables()
  if (!head || !manifest) throw new BackupError('The file is cut off: its end is missing. Use another backup.')
  compare(head, manifest, { tables, media: mediaDigest.end() })
  return { head, manifest }
}

function compare(head: Head, expected: Manifest, found: Manifest): void {
  const empty = createDigest().end()
  for (const { name } of head.tables) {
    const [promised, read] = [expected.tables[name], found.tables[name] ?? empty]
    if (promised?.sha256 === read.sha256 && promised.rows === read.rows) continue
    throw new BackupError(`The file was changed or is damaged: the rows of ${name} are not those that were written.`)
  }
  if (expected.media.sha256 === found.media.sha256) return
  throw new BackupError('The file was changed or is damaged: its media are not those that were written.')
}
