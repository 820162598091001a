import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import type { MediaStorage } from '#server/media/storage.ts'
import { BackupError, createDigest, ENDED_TABLES, JOBS, type Head, type Manifest } from './archive.ts'
import { startProgress, type Print } from './progress.ts'
import {
  addJobs,
  copyIn,
  copyOut,
  createJobTable,
  deleteRows,
  dropIndexes,
  findMigrations,
  findTables,
  lockEmpty,
  prepareSession,
  setSequences,
} from './queries.ts'
import { readBackup, type Reader } from './read.ts'

type Options = {
  url: string
  media: MediaStorage
  file: string
  print: Print
  identity?: string | null
  migrations?: string
  /** Keeps login sessions and does not migrate a file of an older version. */
  isProof?: boolean
  interrupted?: AbortSignal
}

async function migrationsOf(head: Head, folder: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const isPast = (hash: string) => head.migrations.some((had) => had.hash === hash)
  if (head.migrations.every(({ hash }) => !known.some((migration) => migration.hash === hash))) {
    throw new BackupError(
      `The file was made by a version from before the first release (${head.version}): restore it with that one.`,
    )
  }
  if (head.migrations.some(({ hash }) => !known.some((migration) => migration.hash === hash))) {
    throw new BackupError(
      `The file was made by a newer version of this program (${head.version}): restore it with that one.`,
    )
  }
  const past = known.filter(({ hash }) => isPast(hash))
  if (past.length === known.length) return { folder, remove: async () => {} }
  const copy = await mkdtemp(join(tmpdir(), 'watek-migrations-'))
  await cp(folder, copy, { recursive: true })
  const journal = Bun.file(join(copy, 'meta/_journal.json'))
  const { entries, ...rest } = (await journal.json()) as { entries: { when: number }[] }
  await Bun.write(
    journal,
    JSON.stringify({
      ...rest,
      entries: entries.filter(({ when }) => past.some(({ folderMillis }) => folderMillis === when)),
    }),
  )
  return { folder: copy, remove: () => rm(copy, { recursive: true, force: true }) }
}

async function refuseUsed(sql: postgres.Sql, head: Head): Promise<void> {
  await sql.begin(async (tx) => {
    const tables = await findTables(tx)
    const used = await lockEmpty(
      tx,
      tables.map(({ name }) => name),
    )
    if (used !== null)
      throw new BackupError(
        `The database is not empty (there are rows in ${used}): restore into a new one, or into an empty DATA_DIR.`,
      )
    const had = await findMigrations(tx)
    if (
      had.some(({ hash }) => !head.migrations.some((known) => known.hash === hash)) ||
      (had.length === 0 && tables.length > 0)
    ) {
      throw new BackupError(
        'The database is not new: it has tables that the backup does not know. Restore into a new one, or into ' +
          'an empty DATA_DIR.',
      )
    }
  })
}

function copying(tx: postgres.TransactionSql) {
  let open: { name: string; stream: Writable } | null = null
  return {
    async write(table: Head['tables'][number], piece: Uint8Array): Promise<void> {
      open ??= { name: table.name, stream: await tx.unsafe(copyIn(table)).writable() }
      const { stream } = open
      await new Promise<void>((resolve, reject) => {
        stream.write(piece, (error) => (error ? reject(error) : resolve()))
      })
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

async function verifyTable(
  tx: postgres.TransactionSql,
  table: Head['tables'][number],
  manifest: Manifest,
): Promise<void> {
  const digest = createDigest()
  for await (const rows of copyOut(tx, table)) digest.add(rows)
  if (digest.end().sha256 !== manifest.tables[table.name]!.sha256)
    throw new BackupError(`The rows of ${table.name} did not arrive as they were written; nothing was restored.`)
}

async function putMedia(
  media: MediaStorage,
  drafts: string,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const draft = join(drafts, crypto.randomUUID())
  await pipeline(body, createWriteStream(draft, { mode: 0o600 }))
  await media.put(key, Bun.file(draft)).finally(() => rm(draft, { force: true }))
}

type Restored = Pick<Options, 'file' | 'media' | 'print'> & {
  identity: string | null
  isProof: boolean
  head: Head
  manifest: Manifest
  drafts: string
}

async function completeTables(
  tx: postgres.TransactionSql,
  { head, manifest, print, isProof }: Restored,
  tables: string[],
  createIndexes: () => Promise<void>,
): Promise<void> {
  const verifying = startProgress('comparing what was written', print)
  for (const table of head.tables) if (table.name !== JOBS) await verifyTable(tx, table, manifest)
  verifying.end('all is equal')
  const building = startProgress('indexes and references', print)
  await addJobs(tx)
  await createIndexes()
  await deleteRows(tx, isProof ? [] : tables.filter((name) => ENDED_TABLES.includes(name)))
  await setSequences(tx, head.sequences)
  building.end('done')
}

async function restoreInto(tx: postgres.TransactionSql, restored: Restored): Promise<void> {
  const { head, manifest, file, media, drafts, print, identity } = restored
  const tables = head.tables.map(({ name }) => name).filter((name) => name !== JOBS)
  const used = await lockEmpty(tx, tables)
  if (used !== null)
    throw new BackupError(
      `Somebody writes to the database (there are rows in ${used}): stop the server and restore into a new one.`,
    )
  const createIndexes = await dropIndexes(tx, tables)
  await createJobTable(tx)
  const copy = copying(tx)
  let progress: ReturnType<typeof startProgress> | null = null
  const files = startProgress('media', print)
  let [rows, stored] = [0, 0]
  const reader: Reader = {
    rows: async (table, piece) => {
      progress ??= startProgress(table.name, print)
      await copy.write(table, piece)
      progress.update(`${Math.round((rows += piece.byteLength) / 1_048_576)} MiB`)
    },
    tableEnd: async (table) => {
      await copy.end()
      progress?.end(`${manifest.tables[table.name]!.rows} rows`)
      progress = null
      rows = 0
    },
    tablesEnd: async () => {
      await completeTables(tx, restored, tables, createIndexes)
      files.restart()
    },
    media: async (key, _, body) => {
      await putMedia(media, drafts, key, body)
      files.update(`${(stored += 1)} files`)
    },
  }
  await readBackup(file, reader, identity)
  files.end(`${manifest.media.files} files`)
}

/** Runs in one transaction, so that an interrupted restore leaves an empty database. @throws BackupError */
export async function restoreBackup({
  url,
  media,
  file,
  print,
  identity = null,
  migrations = MIGRATIONS,
  isProof = false,
  interrupted,
}: Options): Promise<{ head: Head; manifest: Manifest }> {
  const checking = startProgress('checking the file', print)
  let seen = 0
  const count = async (_: unknown, piece: Uint8Array) => {
    interrupted?.throwIfAborted()
    checking.update(`${Math.round((seen += piece.byteLength) / 1_048_576)} MiB`)
  }
  const { head, manifest } = await readBackup(file, { rows: count }, identity)
  checking.end('it is whole')

  const past = await migrationsOf(head, migrations)
  const drafts = await mkdtemp(join(tmpdir(), 'watek-restore-'))
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'watek restore' },
  })
  const end = () => void sql.end({ timeout: 0 })
  interrupted?.addEventListener('abort', end)
  try {
    interrupted?.throwIfAborted()
    await refuseUsed(sql, head)
    await migrate(url, past.folder)
    await prepareSession(sql)
    await sql.begin((tx) => restoreInto(tx, { head, manifest, file, media, drafts, print, identity, isProof }))
    await sql`analyze`
    if (past.folder !== migrations && !isProof) await migrate(url, migrations)
    return { head, manifest }
  } finally {
    interrupted?.removeEventListener('abort', end)
    await past.remove()
    await rm(drafts, { recursive: true, force: true })
    await sql.end({ timeout: 5 })
  }
}
