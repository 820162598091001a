import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import postgres from 'postgres'
import tar from 'tar-stream'
import { isShortLived } from '#server/media/live-keys.ts'
import { streamOf, type MediaStorage } from '#server/media/storage.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import {
  BackupError,
  createDigest,
  createMediaDigest,
  createSample,
  FORMAT,
  HEAD,
  MANIFEST,
  MEDIA,
  TABLES,
  type Head,
  type Manifest,
  type SampledFile,
} from './archive.ts'
import { encrypted } from './encryption.ts'
import { startProgress, type Print } from './progress.ts'
import { copyOut, findMigrations, findSequences, findTables, JOB_TABLE, prepareSession } from './queries.ts'

type Written = { head: Head; manifest: Manifest; sample: SampledFile[]; bytes: number }
type Add = (name: string, content: Uint8Array) => Promise<void>

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function addTable(
  add: Add,
  sql: postgres.TransactionSql,
  table: Head['tables'][number],
  print: Print,
): Promise<Manifest['tables'][string]> {
  const digest = createDigest()
  const progress = startProgress(table.name, print)
  let number = 0
  for await (const rows of copyOut(sql, table)) {
    digest.add(rows)
    progress.update(`${digest.rows()} rows`)
    number += 1
    await add(`${TABLES}${table.name}/${String(number).padStart(6, '0')}`, rows)
  }
  const sum = digest.end()
  progress.end(`${sum.rows} rows`)
  return sum
}

/** A file that is removed during the backup is left out, since no row refers to it any more. */
async function addMedia(
  add: Add,
  media: MediaStorage,
  print: Print,
): Promise<{ sum: Manifest['media']; sample: SampledFile[] }> {
  const digest = createMediaDigest()
  const sample = createSample()
  const progress = startProgress('media', print)
  for await (const key of media.keys()) {
    if (isShortLived(key)) continue
    const file = await media.get(key)
    if (!file) continue
    const content = await Bun.readableStreamToBytes(streamOf(file))
    if (content.byteLength !== file.size)
      throw new BackupError(`The file ${key} changed or vanished while it was read; try again.`)
    digest.begin(key, file.size)
    digest.add(content)
    sample.offer(key, content)
    await add(`${MEDIA}${key}`, content)
    progress.update(`${digest.files()} files`)
  }
  progress.end(`${digest.files()} files`)
  return { sum: digest.end(), sample: sample.files() }
}

type ArchiveOptions = { file: string; mtime: Date; recipient: string | null; signal: AbortSignal | undefined }

async function writeArchive(
  { file, mtime, recipient, signal }: ArchiveOptions,
  fill: (add: Add) => Promise<void>,
): Promise<void> {
  const pack = tar.pack()
  const add: Add = (name, content) =>
    new Promise((resolve, reject) => {
      pack.entry(
        { name, mode: 0o600, mtime },
        Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        (error) => (error ? reject(error) : resolve()),
      )
    })
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const target = createWriteStream(file, { mode: 0o600 })
  const writing =
    recipient === null
      ? pipeline(Readable.from(pack), compress, target, { signal })
      : pipeline(Readable.from(pack), compress, (source) => encrypted(source, recipient), target, { signal })
  const filling = fill(add).then(
    () => pack.finalize(),
    (error: Error) => {
      pack.destroy(error)
      throw error
    },
  )
  writing.catch((error: Error) => pack.destroy(error))
  const outcomes = await Promise.allSettled([filling, writing])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Writes the database, then the uploaded files; the file appears only when it is complete. @throws BackupError */
export async function writeBackup({
  url,
  media,
  file,
  print,
  recipient = null,
  now = new Date(),
  interrupted,
}: {
  url: string
  media: MediaStorage
  file: string
  print: Print
  recipient?: string | null
  now?: Date
  interrupted?: AbortSignal
}): Promise<Written> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'watek backup' },
  })
  const draft = `${file}.part`
  const end = () => void sql.end({ timeout: 0 })
  interrupted?.addEventListener('abort', end)
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await prepareSession(sql)
    const written = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const migrations = await findMigrations(tx)
      if (migrations.length === 0)
        throw new BackupError('There is nothing to back up: this database has no tables of the forum.')
      const tables = [...(await findTables(tx)), JOB_TABLE]
      const head: Head = {
        format: FORMAT,
        version: packageJson.version,
        created_at: now.toISOString(),
        migrations,
        tables,
        sequences: await findSequences(tx),
      }
      const manifest: Manifest = { tables: {}, media: createMediaDigest().end() }
      let sample: SampledFile[] = []
      await writeArchive({ file: draft, mtime: now, recipient, signal: interrupted }, async (add) => {
        await add(HEAD, json(head))
        for (const table of tables) manifest.tables[table.name] = await addTable(add, tx, table, print)
        ;({ sum: manifest.media, sample } = await addMedia(add, media, print))
        await add(MANIFEST, json(manifest))
      })
      return { head, manifest, sample }
    })
    const handle = await open(draft, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(draft, file)
    return { ...written, bytes: Bun.file(file).size }
  } finally {
    interrupted?.removeEventListener('abort', end)
    await rm(draft, { force: true })
    await sql.end({ timeout: 5 })
  }
}
