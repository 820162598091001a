import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import * as v from 'valibot'
import {
  BackupError, createDigest, createMediaDigest, FORMAT, HEAD, headSchema, MANIFEST, manifestSchema, MEDIA, TABLES, type Head, type Manifest,
} from './archive.ts'
import { readTar, type TarEntry } from './tar.ts'

/** What is done with a backup while it is read, in the order in which it stands there. */
export type Reader = {
  head?: (head: Head) => Promise<void>
  /** Rows of a table, until the next table or `tablesEnd`. */
  rows?: (table: Head['tables'][number], piece: Uint8Array) => Promise<void>
  tableEnd?: (table: Head['tables'][number]) => Promise<void>
  tablesEnd?: () => Promise<void>
  media?: (key: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<void>
}

async function* decompressed(file: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file, { highWaterMark: 1_048_576 })
  const zstd = createZstdDecompress()
  source.on('error', (error) => zstd.destroy(error))
  source.pipe(zstd)
  try {
    for await (const piece of zstd as AsyncIterable<Uint8Array>) yield piece
  } catch {
    throw new BackupError('The file is damaged or cut off: it cannot be decompressed. Use another backup.')
  } finally {
    source.destroy()
    zstd.destroy()
  }
}

async function readJson<S extends v.GenericSchema>(entry: TarEntry, schema: S): Promise<v.InferOutput<S>> {
  const parts: Uint8Array[] = []
  for await (const part of entry.body()) parts.push(part)
  try {
    return v.parse(schema, JSON.parse(Buffer.concat(parts).toString()))
  } catch {
    throw new BackupError('The file is damaged, or is no backup of this program.')
  }
}

/**
 * Reads a backup from beginning to end and compares all of it with its own sums.
 * @throws BackupError where it is no backup, is cut off, was changed, or was made by a newer program
 */
export async function readBackup(file: string, reader: Reader): Promise<{ head: Head, manifest: Manifest }> {
  await stat(file).catch(() => { throw new BackupError(`There is no file ${file}.`) })
  const tables: Manifest['tables'] = {}
  const mediaDigest = createMediaDigest()
  let head: Head | null = null
  let current: { table: Head['tables'][number], digest: ReturnType<typeof createDigest> } | null = null
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

  async function readTable(entry: TarEntry): Promise<void> {
    const name = entry.name.slice(TABLES.length).split('/')[0]!
    const table = head!.tables.find((known) => known.name === name)
    if (!table || name in tables || tablesAreOver) throw new BackupError('The file is damaged: its tables are in disorder.')
    if (current?.table !== table) {
      await endTable()
      current = { table, digest: createDigest() }
    }
    for await (const piece of entry.body()) {
      current.digest.add(piece)
      await reader.rows?.(table, piece)
    }
  }

  async function readMedia(entry: TarEntry): Promise<void> {
    await endTables()
    const key = entry.name.slice(MEDIA.length)
    mediaDigest.begin(key, entry.size)
    async function* body() {
      for await (const piece of entry.body()) {
        mediaDigest.add(piece)
        yield piece
      }
    }
    if (reader.media) await reader.media(key, entry.size, body())
    else for await (const _ of body()) continue
  }

  for await (const entry of readTar(decompressed(file))) {
    if (entry.name === HEAD && !head) {
      head = await readJson(entry, headSchema)
      if (head.format > FORMAT) throw new BackupError('The file was made by a newer version of this program: restore it with that one.')
      await reader.head?.(head)
    } else if (!head) throw new BackupError('The file is no backup of this program.')
    else if (entry.name === MANIFEST) manifest = await readJson(entry, manifestSchema)
    else if (entry.name.startsWith(TABLES)) await readTable(entry)
    else if (entry.name.startsWith(MEDIA)) await readMedia(entry)
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
    if (!promised || promised.sha256 !== read.sha256 || promised.rows !== read.rows) throw new BackupError(`The file was changed or is damaged: the rows of ${name} are not those that were written.`)
  }
  if (expected.media.sha256 !== found.media.sha256) throw new BackupError('The file was changed or is damaged: its media are not those that were written.')
}
