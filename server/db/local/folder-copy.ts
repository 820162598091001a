import { constants } from 'node:fs'
import {
  chown,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import postgres from 'postgres'
import { initialise, prepareParts } from './cluster.ts'
import { endAtOnce, readPidFile, runsCluster } from './postmaster.ts'

/**
 * `folder` is the database in use, `before` the copy, `failed` the database that the copy replaced, and `next` a
 * database of a new major version of PostgreSQL.
 */
type Folders = { folder: string; draft: string; before: string; failed: string; next: string }

const PARALLEL_FILES = 4

/** PostgreSQL creates the content of these folders when it starts, so they are copied empty. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts).*|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|current_logfiles)$/
const CONTROL_FILE = 'global/pg_control'
const LOG_FILE = /^[\dA-F]{24}$/

/** The folder of the database may be missing for a moment, and DATA_DIR/postgres may be a link to it. */
async function foldersOf(dataDir: string, id: string): Promise<Folders> {
  const place = join(dataDir, 'postgres')
  const target = await readlink(place).catch(() => place)
  const parent = await realpath(dirname(target))
  const before = join(parent, `postgres.before-${id}`)
  return {
    folder: join(parent, basename(target)),
    before,
    draft: `${before}.part`,
    failed: join(parent, `postgres.failed-${id}`),
    next: join(parent, `postgres.next-${id}`),
  }
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** A file that the database removed meanwhile is skipped, since the WAL records its removal. */
async function copyOne(source: string, target: string, owner: { uid: number; gid: number }): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (process.getuid?.() === 0) await chown(target, owner.uid, owner.gid)
  await flush(target)
}

async function copyFiles(folder: string, target: string): Promise<void> {
  const owner = await lstat(folder)
  const files: string[] = []
  const addFolder = async (path: string): Promise<void> => {
    await mkdir(join(target, path), { mode: 0o700 })
    if (process.getuid?.() === 0) await chown(join(target, path), owner.uid, owner.gid)
    if (EMPTIED.has(path)) return
    for (const entry of await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])) {
      const inside = join(path, entry.name)
      if (LEFT_OUT.test(entry.name)) continue
      if (entry.isDirectory()) await addFolder(inside)
      else if (inside !== CONTROL_FILE) files.push(inside)
    }
  }
  await addFolder('')
  const copyNext = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop())
      await copyOne(join(folder, file), join(target, file), owner)
  }
  await Promise.all(Array.from({ length: PARALLEL_FILES }, copyNext))
  await copyOne(join(folder, CONTROL_FILE), join(target, CONTROL_FILE), owner)
}

/** Copies the WAL written during the copy, without which the copied files would be inconsistent. */
async function copyLog(folder: string, target: string, from: string, to: string): Promise<void> {
  const owner = await lstat(folder)
  for (const name of await readdir(join(folder, 'pg_wal'))) {
    const isNeeded = LOG_FILE.test(name) ? name >= from && name <= to : name.endsWith('.history')
    if (isNeeded) await copyOne(join(folder, 'pg_wal', name), join(target, 'pg_wal', name), owner)
  }
}

/** The running database cannot be copied if an earlier version of the program started it with WAL level `minimal`. */
export async function canCopy(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ can: boolean }[]>`select current_setting('wal_level') <> 'minimal' and rolsuper as can
    from pg_roles where rolname = current_user`
  return row?.can === true
}

/** The copy contains everything written until `untilStill` resolves; most files are copied before it is called. */
export async function copyDatabase(
  dataDir: string,
  url: string,
  id: string,
  untilStill: () => Promise<void>,
): Promise<void> {
  const { folder, draft, before } = await foldersOf(dataDir, id)
  await rm(draft, { recursive: true, force: true })
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    // The replication slot retains the WAL that the copy needs until this database session ends.
    await sql`select pg_create_physical_replication_slot(${`watek_copy_${id}`}, true, true)`
    await sql`select pg_backup_start('update', fast => true)`
    await copyFiles(folder, draft)
    await untilStill()
    const [stopped] = await sql<{ label: string; last: string }[]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`
    const first = /\(file ([\dA-F]{24})\)/.exec(stopped!.label)![1]!
    await copyLog(folder, draft, first, stopped!.last)
    const label = join(draft, 'backup_label')
    await writeFile(label, stopped!.label, { mode: 0o600 })
    const { uid, gid } = await lstat(folder)
    if (process.getuid?.() === 0) await chown(label, uid, gid)
    for (const path of [label, draft, join(draft, 'pg_wal')]) await flush(path)
    await rename(draft, before)
    await flush(dirname(before))
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function endDatabase(folder: string, failed: string): Promise<void> {
  const found = await readPidFile(failed)
  if (found && runsCluster(found.pid, folder)) await endAtOnce(found.pid, folder)
}

/** May be repeated after an interruption; the process that keeps the database running then restarts it. */
export async function putBackDatabase(dataDir: string, id: string): Promise<void> {
  const { folder, before, failed } = await foldersOf(dataDir, id)
  if (await exists(before)) {
    // The folder is renamed first, so that no other process starts the database in it again.
    if (await exists(folder)) {
      await rm(failed, { recursive: true, force: true })
      await rename(folder, failed)
    }
    await endDatabase(folder, failed)
    // The pid file contains the port to which other processes connect; PostgreSQL treats it as left by a crash.
    await copyFile(join(failed, 'postmaster.pid'), join(before, 'postmaster.pid')).catch(() => {})
    const { uid, gid } = await lstat(before)
    if (process.getuid?.() === 0) await chown(join(before, 'postmaster.pid'), uid, gid).catch(() => {})
    await rename(before, folder)
    await flush(dirname(folder))
  }
  await rm(failed, { recursive: true, force: true })
}

/** Creates an empty database of the program's PostgreSQL version beside the one in use; returns its folder. */
export async function makeNext(dataDir: string, id: string): Promise<string> {
  const { next } = await foldersOf(dataDir, id)
  await removeCopy(dataDir, id)
  await initialise({ ...(await prepareParts(dataDir, () => {})), folder: next }, () => {})
  return next
}

/** Replaces the database in use by the stopped `next` one; the replaced database becomes the copy for a rollback. */
export async function exchangeDatabase(dataDir: string, id: string): Promise<void> {
  const { folder, before, next } = await foldersOf(dataDir, id)
  const pidFile = await readFile(join(folder, 'postmaster.pid')).catch(() => null)
  const found = await readPidFile(folder)
  // Renaming first keeps other processes from starting this database; a clean shutdown would write to the old path.
  await rename(folder, before)
  if (found && runsCluster(found.pid, folder)) await endAtOnce(found.pid, folder)
  const { uid, gid } = await lstat(next)
  for (const path of pidFile ? [before, next] : []) {
    // The pid file contains the port to which other processes connect.
    await writeFile(join(path, 'postmaster.pid'), pidFile!, { mode: 0o600 })
    if (process.getuid?.() === 0) await chown(join(path, 'postmaster.pid'), uid, gid)
  }
  await rename(next, folder)
  await flush(dirname(folder))
}

export async function removeCopy(dataDir: string, id: string): Promise<void> {
  const { before, draft, next } = await foldersOf(dataDir, id)
  for (const path of [before, next]) await endDatabase(path, path)
  for (const path of [before, draft, next]) await rm(path, { recursive: true, force: true })
}

export const copyOf = async (dataDir: string, id: string) => (await foldersOf(dataDir, id)).before

/** Returns the folder in which a copy would be made, for checking the free space. */
export const copyParent = async (dataDir: string) => dirname((await foldersOf(dataDir, 'none')).folder)
