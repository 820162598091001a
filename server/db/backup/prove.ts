import { join } from 'node:path'
import postgres from 'postgres'
import type { MediaStorage } from '#server/media/storage.ts'
import { BackupError, createDigest, JOBS, sha256Of, type Head } from './archive.ts'
import { isEncrypted } from './encryption.ts'
import { refuseFullDisk, sha256OfFile, type MadeBackup, type Notes } from './make.ts'
import type { Print } from './progress.ts'
import { copyOut, prepareSession } from './queries.ts'
import { restoreBackup } from './restore.ts'
import { dropScratchDatabases, withScratchDatabase } from './scratch.ts'
import type { BackupStore } from './store.ts'

/** 'checksum': only the encrypted file's checksum was compared, because the secret key is not on this machine. */
export type Proof =
  | { outcome: 'checksum' }
  | { outcome: 'restored'; tables: number; rows: number; files: number; sampled: number }

type Options = {
  url: string
  store: BackupStore
  backup: Pick<MadeBackup, 'name' | 'bytes' | 'sha256' | 'notes'>
  identity: string | null
  /** An empty folder on a disk with enough space for the backup. */
  work: string
  /** Bytes that the restored database takes on the disk of `work`; 0 if the database server is on another machine. */
  databaseBytes: number
  print: Print
  interrupted?: AbortSignal
}

async function fetchWhole({ store, backup, work }: Options): Promise<string> {
  const file = join(work, backup.name)
  await refuseFullDisk(work, backup.bytes)
  await store.fetch(backup.name, file)
  const { size } = Bun.file(file)
  if (size !== backup.bytes)
    throw new BackupError(`The file was cut or has grown: it has ${size} bytes, ${backup.bytes} were sent.`)
  if ((await sha256OfFile(file)) !== backup.sha256)
    throw new BackupError('The file was changed: its checksum is not that of the file that was sent.')
  return file
}

/** A media storage for trial restores that checks the sampled files and stores none. */
function createReadingMedia({ media: { sample } }: Notes) {
  const wanted = new Map(sample.map((file) => [file.key, file]))
  let files = 0
  const media: Pick<MediaStorage, 'put'> = {
    async put(key, content) {
      files += 1
      const noted = wanted.get(key)
      if (!noted) return
      const bytes = content instanceof Uint8Array ? content : await content.bytes()
      if (bytes.byteLength !== noted.size || sha256Of(bytes) !== noted.sha256)
        throw new BackupError(`The file ${key} is not the one that was backed up.`)
      wanted.delete(key)
    },
  }
  return { media: media as MediaStorage, files: () => files, missing: () => [...wanted.keys()] }
}

async function compareTables(url: string, head: Head, { tables: noted }: Notes): Promise<number> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    await prepareSession(sql)
    // A restore gives the jobs new ids, so their table is not compared.
    const tables = head.tables.filter(({ name }) => name !== JOBS)
    const missing = Object.keys(noted).find((name) => name !== JOBS && !tables.some((table) => table.name === name))
    if (missing !== undefined) throw new BackupError(`The table ${missing} is not in the backup.`)
    let rows = 0
    for (const table of tables) {
      const digest = createDigest()
      for await (const piece of copyOut(sql, table)) digest.add(piece)
      const [found, expected] = [digest.end(), noted[table.name]]
      if (found.rows !== expected?.rows)
        throw new BackupError(`${table.name} has ${found.rows} rows, ${expected?.rows ?? 0} were noted.`)
      if (found.checksum !== expected.checksum)
        throw new BackupError(`The rows of ${table.name} are not those that were noted at the backup.`)
      rows += found.rows
    }
    return rows
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Compares a restored backup with its notes; the caller holds the backup lock. @throws BackupError if they differ */
export async function proveBackup(options: Options): Promise<Proof> {
  const { url, backup, identity, work, databaseBytes, print, interrupted } = options
  await dropScratchDatabases(url)
  const file = await fetchWhole(options)
  if (identity === null && (await isEncrypted(file))) return { outcome: 'checksum' }
  await refuseFullDisk(work, Math.ceil(databaseBytes * 1.2))
  return withScratchDatabase(url, async (scratch) => {
    const reading = createReadingMedia(backup.notes)
    const { head } = await restoreBackup({
      url: scratch,
      media: reading.media,
      file,
      print,
      identity,
      isProof: true,
      interrupted,
    })
    const [missing] = reading.missing()
    if (missing !== undefined) throw new BackupError(`The file ${missing} is not in the backup.`)
    const rows = await compareTables(scratch, head, backup.notes)
    return {
      outcome: 'restored',
      tables: head.tables.length - 1,
      rows,
      files: reading.files(),
      sampled: backup.notes.media.sample.length,
    }
  })
}
