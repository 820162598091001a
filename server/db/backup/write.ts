import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import postgres from 'postgres'
import type { MediaStorage } from '#server/media/storage.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { BackupError, createDigest, createMediaDigest, FORMAT, HEAD, MANIFEST, MEDIA, TABLES, type Head, type Manifest } from './archive.ts'
import { progressOf, type Say } from './progress.ts'
import { copyOut, findMigrations, findSequences, findTables, JOB_TABLE, settle } from './queries.ts'
import { tarEnd, tarHead, tarPadding } from './tar.ts'

type Written = { head: Head, manifest: Manifest, bytes: number }

function* entry(name: string, content: Uint8Array, now: Date): Generator<Uint8Array> {
  yield tarHead(name, content.byteLength, now)
  yield content
  yield tarPadding(content.byteLength)
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** The rows of a table as entries of the archive. */
async function* tableEntries(sql: postgres.TransactionSql, table: Head['tables'][number], digests: Manifest['tables'], say: Say, now: Date): AsyncGenerator<Uint8Array> {
  const digest = createDigest()
  const progress = progressOf(table.name, say)
  let number = 0
  for await (const rows of copyOut(sql, table)) {
    digest.add(rows)
    progress.tell(`${digest.rows()} rows`)
    number += 1
    yield* entry(`${TABLES}${table.name}/${String(number).padStart(6, '0')}`, rows, now)
  }
  digests[table.name] = digest.end()
  progress.end(`${digests[table.name]!.rows} rows`)
}

/** The files of members. One that was removed meanwhile is left out: nothing named it any more, or its removal was decided. */
async function* mediaEntries(media: MediaStorage, digest: ReturnType<typeof createMediaDigest>, say: Say, now: Date): AsyncGenerator<Uint8Array> {
  const progress = progressOf('media', say)
  for await (const key of media.keys()) {
    const file = await media.get(key)
    if (!file) continue
    digest.begin(key, file.size)
    yield tarHead(`${MEDIA}${key}`, file.size, now)
    let size = 0
    for await (const piece of file.body.stream() as unknown as AsyncIterable<Uint8Array>) {
      digest.add(piece)
      size += piece.byteLength
      yield piece
    }
    if (size !== file.size) throw new BackupError(`The file ${key} changed or vanished while it was read; try again.`)
    yield tarPadding(file.size)
    progress.tell(`${digest.files()} files`)
  }
  progress.end(`${digest.files()} files`)
}

/**
 * Writes everything of one moment into one file: the tables in one snapshot, which other writers neither see nor wait for, then
 * the media. The file is complete under its name or not there at all; only its owner may read it, for it holds addresses
 * and messages. Where it is `broken` off, nothing is left.
 * @throws BackupError
 */
export async function writeBackup(
  { url, media, file, say, now = new Date(), broken }: { url: string, media: MediaStorage, file: string, say: Say, now?: Date, broken?: AbortSignal },
): Promise<Written> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {}, connection: { application_name: 'watek backup' } })
  const draft = `${file}.part`
  const end = () => void sql.end({ timeout: 0 })
  broken?.addEventListener('abort', end)
  try {
    await mkdir(dirname(file), { recursive: true })
    await settle(sql)
    const written = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const migrations = await findMigrations(tx)
      if (migrations.length === 0) throw new BackupError('There is nothing to back up: this database has no tables of the forum.')
      const tables = [...await findTables(tx), JOB_TABLE]
      const head: Head = { format: FORMAT, version: manifest.version, created_at: now.toISOString(), migrations, tables, sequences: await findSequences(tx) }
      const sums: Manifest['tables'] = {}
      const mediaDigest = createMediaDigest()
      let whole: Manifest | null = null
      async function* content(): AsyncGenerator<Uint8Array> {
        yield* entry(HEAD, json(head), now)
        for (const table of tables) yield* tableEntries(tx, table, sums, say, now)
        yield* mediaEntries(media, mediaDigest, say, now)
        whole = { tables: sums, media: mediaDigest.end() }
        yield* entry(MANIFEST, json(whole), now)
        yield tarEnd()
      }
      const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } })
      await pipeline(Readable.from(content(), { objectMode: false, highWaterMark: 1 }), compress, createWriteStream(draft, { mode: 0o600 }), { signal: broken })
      return { head, manifest: whole! }
    })
    const handle = await open(draft, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(draft, file)
    return { ...written, bytes: Bun.file(file).size }
  } finally {
    broken?.removeEventListener('abort', end)
    await rm(draft, { force: true })
    await sql.end({ timeout: 5 })
  }
}
