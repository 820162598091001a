import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import type { MediaStorage } from '#server/media/storage.ts'
import { BackupError, createDigest, JOBS, type Head, type Manifest } from './archive.ts'
import { progressOf, type Say } from './progress.ts'
import { addJobs, copyIn, copyOut, findMigrations, findTables, lockEmpty, makeRoomForJobs, prepareFilling, setSequences, settle } from './queries.ts'
import { readBackup } from './read.ts'

type Options = { url: string, media: MediaStorage, file: string, say: Say, migrations?: string, broken?: AbortSignal }

/** The folder of the migrations that the backup has had; the program may know more. */
async function migrationsOf(head: Head, folder: string): Promise<{ folder: string, remove: () => Promise<void> }> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const isPast = (hash: string) => head.migrations.some((had) => had.hash === hash)
  if (head.migrations.some(({ hash }) => !known.some((migration) => migration.hash === hash))) {
    throw new BackupError(`The file was made by a newer version of this program (${head.version}): restore it with that one.`)
  }
  const past = known.filter(({ hash }) => isPast(hash))
  if (past.length === known.length) return { folder, remove: async () => {} }
  const copy = await mkdtemp(join(tmpdir(), 'watek-migrations-'))
  await cp(folder, copy, { recursive: true })
  const journal = Bun.file(join(copy, 'meta/_journal.json'))
  const { entries, ...rest } = await journal.json() as { entries: { when: number }[] }
  await Bun.write(journal, JSON.stringify({ ...rest, entries: entries.filter(({ when }) => past.some(({ folderMillis }) => folderMillis === when)) }))
  return { folder: copy, remove: () => rm(copy, { recursive: true, force: true }) }
}

/** Refuses what is not new: a database with rows, or with tables that the backup does not know. */
async function refuseUsed(sql: postgres.Sql, head: Head): Promise<void> {
  await sql.begin(async (tx) => {
    const tables = await findTables(tx)
    const used = await lockEmpty(tx, tables.map(({ name }) => name))
    if (used !== null) throw new BackupError(`The database is not empty (there are rows in ${used}): restore into a new one, or into an empty DATA_DIR.`)
    const had = await findMigrations(tx)
    if (had.some(({ hash }) => !head.migrations.some((known) => known.hash === hash)) || (had.length === 0 && tables.length > 0)) {
      throw new BackupError('The database is not new: it has tables that the backup does not know. Restore into a new one, or into an empty DATA_DIR.')
    }
  })
}

/** Writes into a COPY while it is wanted, and waits for the database where it is slower than the file. */
function copying(tx: postgres.TransactionSql) {
  let open: { name: string, stream: Writable } | null = null
  return {
    async write(table: Head['tables'][number], piece: Uint8Array): Promise<void> {
      open ??= { name: table.name, stream: await tx.unsafe(copyIn(table)).writable() }
      const { stream } = open
      await new Promise<void>((resolve, reject) => { stream.write(piece, (error) => (error ? reject(error) : resolve())) })
    },
    async end(): Promise<void> {
      const stream = open?.stream
      open = null
      if (!stream) return
      stream.end()
      await finished(stream)
    },
  }
}

/** What a table holds now is what the backup says, byte by byte. */
async function proveTable(tx: postgres.TransactionSql, table: Head['tables'][number], manifest: Manifest): Promise<void> {
  const digest = createDigest()
  for await (const rows of copyOut(tx, table)) digest.add(rows)
  if (digest.end().sha256 !== manifest.tables[table.name]!.sha256) throw new BackupError(`The rows of ${table.name} did not arrive as they were written; nothing was restored.`)
}

/** A file of a member by way of a draft, for the storage takes only what is whole. */
async function putMedia(media: MediaStorage, drafts: string, key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = join(drafts, crypto.randomUUID())
  await pipeline(body, createWriteStream(draft, { mode: 0o600 }))
  await media.put(key, Bun.file(draft)).finally(() => rm(draft, { force: true }))
}

/**
 * Reads a backup into an empty database and the media beside it. The file is first read to its end and proved; then everything
 * goes in by one transaction, so that a restore that is broken off leaves an empty database and can be repeated.
 * An older backup is brought up to the present version afterwards.
 * @throws BackupError
 */
export async function restoreBackup({ url, media, file, say, migrations = MIGRATIONS, broken }: Options): Promise<{ head: Head, manifest: Manifest }> {
  const checking = progressOf('checking the file', say)
  let seen = 0
  const count = async (_: unknown, piece: Uint8Array) => {
    broken?.throwIfAborted()
    checking.tell(`${Math.round((seen += piece.byteLength) / 1_048_576)} MiB`)
  }
  const { head, manifest } = await readBackup(file, { rows: count })
  checking.end('it is whole')

  const past = await migrationsOf(head, migrations)
  const drafts = await mkdtemp(join(tmpdir(), 'watek-restore-'))
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {}, connection: { application_name: 'watek restore' } })
  const end = () => void sql.end({ timeout: 0 })
  broken?.addEventListener('abort', end)
  try {
    broken?.throwIfAborted()
    await refuseUsed(sql, head)
    await migrate(url, past.folder)
    await settle(sql)
    await mkdir(drafts, { recursive: true })
    await sql.begin(async (tx) => {
      const tables = head.tables.map(({ name }) => name).filter((name) => name !== JOBS)
      const used = await lockEmpty(tx, tables)
      if (used !== null) throw new BackupError(`Somebody writes to the database (there are rows in ${used}): stop the server and restore into a new one.`)
      const putBack = await prepareFilling(tx, tables)
      await makeRoomForJobs(tx)
      const copy = copying(tx)
      let progress: ReturnType<typeof progressOf> | null = null
      const files = progressOf('media', say)
      let [rows, stored] = [0, 0]
      await readBackup(file, {
        rows: async (table, piece) => {
          progress ??= progressOf(table.name, say)
          await copy.write(table, piece)
          progress.tell(`${Math.round((rows += piece.byteLength) / 1_048_576)} MiB`)
        },
        tableEnd: async (table) => {
          await copy.end()
          progress?.end(`${manifest.tables[table.name]!.rows} rows`)
          progress = null
          rows = 0
        },
        tablesEnd: async () => {
          const proving = progressOf('comparing what was written', say)
          for (const table of head.tables) if (table.name !== JOBS) await proveTable(tx, table, manifest)
          proving.end('all is equal')
          const building = progressOf('indexes and references', say)
          await addJobs(tx)
          await putBack()
          await setSequences(tx, head.sequences)
          building.end('done')
          files.begin()
        },
        media: async (key, _, body) => {
          await putMedia(media, drafts, key, body)
          files.tell(`${stored += 1} files`)
        },
      })
      files.end(`${manifest.media.files} files`)
    })
    await sql`analyze`
    if (past.folder !== migrations) await migrate(url, migrations)
    return { head, manifest }
  } finally {
    broken?.removeEventListener('abort', end)
    await past.remove()
    await rm(drafts, { recursive: true, force: true })
    await sql.end({ timeout: 5 })
  }
}
