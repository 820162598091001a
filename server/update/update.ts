import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { removeCopy } from '#server/db/local/folder-copy.ts'
import { readInfo, unpackRelease } from '#server/release/archive.ts'
import {
  BUN_FILE,
  majorOf,
  PROGRAM,
  releaseOf,
  ReleaseError,
  VERSIONS,
  type ReleaseInfo,
} from '#server/release/layout.ts'
import { isSignedBy, readPublicKeys, sha512Of } from '#server/release/signature.ts'
import { replaceWorkers, serverStatus } from '#server/workers/control.ts'
import { logUpdate, readUpdates } from './journal.ts'
import { giveToOwner, removeVersion, rootOf, runPausingStep, runStep, versionInForce, type Machine } from './machine.ts'
import { finish, goBack } from './recover.ts'
import {
  isInFlight,
  readState,
  reserveState,
  startOf,
  updatesFolder,
  writeState,
  type Step,
  type UpdateState,
} from './state.ts'

/** Free bytes that an update needs in addition to the size of the release, or of the database for the backup. */
export const SPARE_BYTES = 256 * 1_048_576
/** Bytes of tables that a backup writes per second, measured with a million posts on two cores. */
const BACKUP_SPEED = 90 * 1_048_576
/** Workers are replaced three times: for read-only mode, for the new version, and for writing again. */
const REPLACEMENTS = 3
/** Assumed start time of a worker if nothing was measured. */
const STARTING_MS = 2_000
/** Assumed milliseconds in which stopping workers finish their requests. */
const ENDING_MS = 3_000
/** Factor by which a worker starts more slowly while other workers use the CPU. */
const WORKER_SHARE = 2
/** Bytes per second for a backup that is restored into another PostgreSQL. */
const CONVERTING_SPEED = 18 * 1_048_576
/** Versions that stay installed beside the current one. */
const KEPT_VERSIONS = 2

const MIB = 1_048_576

export type Pending = { migrations: string[]; database_bytes: number; may_create_databases: boolean }

/** Milliseconds that an update took on a copy of the database. */
export type Rehearsed = { migrating_ms: number; starting_ms: number }

const idOf = () => randomBytes(6).toString('hex')

async function refuseInFlight({ dataDir }: Machine): Promise<void> {
  if (isInFlight(await readState(dataDir)))
    throw new ReleaseError('Another update is in flight: wait for it, or run `watek start` where it was interrupted.')
}

async function verify(file: string, root: string): Promise<Buffer> {
  if (!existsSync(file)) throw new ReleaseError(`There is no file ${file}.`)
  const signature = await readFile(`${file}.sig`).catch(() => null)
  if (!signature) throw new ReleaseError(`There is no signature ${file}.sig: get it from where the file came from.`)
  const keys = readPublicKeys(await readFile(join(root, 'release.pub'), 'utf8').catch(() => ''))
  const digest = await sha512Of(file)
  if (!isSignedBy(digest, signature, keys))
    throw new ReleaseError('The signature is not of this file, or not by a key of release.pub: get both again.')
  return digest
}

function refuseVersion(from: ReleaseInfo, to: ReleaseInfo): void {
  if (to.arch !== from.arch) throw new ReleaseError(`The file is for ${to.arch}, and this is ${from.arch}.`)
  if (to.version === from.version) throw new ReleaseError(`Version ${to.version} is in force already.`)
  if (Bun.semver.order(to.version, from.version) < 0)
    throw new ReleaseError(`${to.version} is older than ${from.version}, which is in force: use watek rollback.`)
  if (majorOf(to.postgres) < majorOf(from.postgres))
    throw new ReleaseError(`The file brings an older PostgreSQL (${to.postgres}, here ${from.postgres}).`)
}

async function refuseFull(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed)
    throw new ReleaseError(
      `${folder} has ${Math.floor((bavail * bsize) / MIB)} MiB left and ${Math.ceil(needed / MIB)} are needed.`,
    )
}

type Working = { machine: Machine; state: UpdateState }

async function enter(working: Working, step: Step, changes: Partial<UpdateState> = {}): Promise<void> {
  const next = { ...working.state, ...changes, step }
  await writeState(working.machine.dataDir, next)
  await giveToOwner(
    working.machine.dataDir,
    updatesFolder(working.machine.dataDir),
    ...['state.0', 'state.1'].map((name) => join(updatesFolder(working.machine.dataDir), name)),
  )
  working.state = next
}

async function begin(
  machine: Machine,
  plan: Pick<UpdateState, 'kind' | 'from' | 'to' | 'converts'>,
  step: Step,
): Promise<Working> {
  await reserveState(machine.dataDir)
  const state: UpdateState = {
    ...plan,
    id: idOf(),
    step,
    migrations: [],
    restores: false,
    backup: null,
    started_at: new Date().toISOString(),
    reason: null,
    pid: process.pid,
    pid_started: startOf(process.pid),
  }
  const working = { machine, state }
  await enter(working, step)
  return working
}

async function unpack({ machine, state }: Working, file: string, digest: Buffer): Promise<void> {
  const folder = rootOf(machine.home, state.to)
  const draft = join(machine.home, VERSIONS, `.${state.to}-${state.id}`)
  await mkdir(draft, { mode: 0o755 })
  const read = await unpackRelease(file, state.to, draft)
  if (!read.equals(digest)) throw new ReleaseError('The file was changed while it was read: get it again.')
  // A program from an earlier, rolled back update to this version may still load files from the old folder.
  const left = join(machine.home, VERSIONS, `.left-${state.id}`)
  await rename(folder, left).catch(() => {})
  await rename(draft, folder)
  await rm(left, { recursive: true, force: true })
}

async function readOnlyWorkers(machine: Machine, version: string): Promise<void> {
  if (await serverStatus(machine.dataDir))
    await replaceWorkers(machine.dataDir, { root: rootOf(machine.home, version), isReadOnly: true })
}

const backupFile = ({ dataDir }: Machine, { from, to, id }: UpdateState) =>
  join(dataDir, 'backups', `update-${from}-${to}-${id}.tar.zst`)

function announce({ print }: Machine, migrations: string[], seconds: number, what: string): void {
  print(
    `${migrations.length} migrations (${migrations.join(', ')}). Read-only for about ${Math.ceil(seconds)} s: ${what}.`,
  )
}

async function replacingMs({ dataDir }: Machine, startingMs: number): Promise<number> {
  const workers = (await serverStatus(dataDir))?.workers.length ?? 0
  return workers === 0 ? startingMs : REPLACEMENTS * (workers * WORKER_SHARE * startingMs + ENDING_MS)
}

/** Tries the update on a copy, to find faults and to measure its time while members can still write. */
async function rehearse(working: Working): Promise<Rehearsed> {
  const { machine, state } = working
  await enter(working, 'rehearsing')
  machine.print('Migrating a copy and checking the new version on it')
  await runPausingStep(machine, state.from, ['copy', state.id], async () => {})
  const { output } = await runStep(machine, state.to, 'rehearse', state.id)
  await removeCopy(machine.dataDir, state.id)
  return JSON.parse(output) as Rehearsed
}

/** Makes a second copy for a rollback before migrating; members can write until the copy is nearly complete. */
async function migrateWithCopy(working: Working): Promise<void> {
  const { machine, state } = working
  const { from, to, id, migrations } = state
  const { migrating_ms, starting_ms } = await rehearse(working)
  const seconds = (migrating_ms + (await replacingMs(machine, starting_ms))) / 1_000
  announce(machine, migrations, seconds, `${(migrating_ms / 1_000).toFixed(1)} s of them for the migrations`)
  await enter(working, 'copying')
  machine.print('Copying the database')
  await runPausingStep(machine, from, ['copy', id], async () => {
    await enter(working, 'freezing', { frozen_at: new Date().toISOString() })
    await readOnlyWorkers(machine, from)
  })
  await enter(working, 'migrating')
  machine.print('Migrating')
  await runStep(machine, to, 'migrate')
}

async function backUp(working: Working): Promise<void> {
  const { machine, state } = working
  await enter(working, 'backing_up', { backup: backupFile(machine, state) })
  machine.print('Backing up')
  await runStep(machine, state.from, 'backup', working.state.backup!)
}

/** Migrates a database that cannot be copied; it is read-only from the beginning of the backup. */
async function migrateWithBackup(working: Working, { migrations, database_bytes }: Pending): Promise<void> {
  const { machine, state } = working
  const seconds = database_bytes / BACKUP_SPEED + (await replacingMs(machine, STARTING_MS)) / 1_000
  const tables = `${Math.ceil(database_bytes / MIB)} MiB of tables`
  announce(machine, migrations, seconds, `to back up ${tables}; and for as long as the migrations take`)
  await enter(working, 'freezing', { frozen_at: new Date().toISOString() })
  await readOnlyWorkers(machine, state.from)
  await backUp(working)
  await enter(working, 'migrating')
  machine.print('Migrating')
  await runStep(machine, state.to, 'migrate')
}

/** PostgreSQL cannot read the files of another major version, so the backup is restored into a new database. */
async function convert(working: Working, { migrations, database_bytes }: Pending): Promise<void> {
  const { machine, state } = working
  const seconds = database_bytes / CONVERTING_SPEED + (await replacingMs(machine, STARTING_MS)) / 1_000
  const tables = `${Math.ceil(database_bytes / MIB)} MiB of tables`
  announce(machine, migrations, seconds, `to bring ${tables} into the new major version of PostgreSQL`)
  await enter(working, 'freezing', { frozen_at: new Date().toISOString() })
  await readOnlyWorkers(machine, state.from)
  await backUp(working)
  await enter(working, 'converting')
  machine.print('Restoring into the new PostgreSQL, and comparing every table')
  await runStep(machine, state.to, 'convert', state.id, working.state.backup!)
  await enter(working, 'exchanging')
  await runStep(machine, state.to, 'exchange', state.id)
}

/** Runs the steps of an update, which can be rolled back until the step 'committed'. */
async function advance(working: Working): Promise<void> {
  const { machine } = working
  const { from, to } = working.state
  const pending = JSON.parse((await runStep(machine, to, 'pending')).output) as Pending
  const { migrations } = pending
  const isFrozen = migrations.length > 0 || working.state.converts === true
  await refuseFull(machine.dataDir, pending.database_bytes * (isFrozen ? 2 : 1) + SPARE_BYTES)
  if (isFrozen) {
    const way = (await runStep(machine, from, 'way-back')).output.trim()
    const copies = way === 'copy' || working.state.converts === true
    working.state = { ...working.state, migrations, restores: way !== 'none', copies }
    if (way === 'none' && working.state.converts)
      throw new ReleaseError('The database has migrations of a later version: update to that one first.')
    if (!copies && !pending.may_create_databases)
      throw new ReleaseError('The role of DATABASE_URL may not create databases, which the way back needs (CREATEDB).')
  }
  if (!isFrozen) await backUp(working)
  else if (working.state.converts) await convert(working, pending)
  else if (working.state.copies) {
    await backUp(working)
    await migrateWithCopy(working)
  } else await migrateWithBackup(working, pending)
  // If the database was copied, the new version was already checked on the copy, while members could write.
  if (!working.state.copies) {
    await enter(working, 'checking')
    machine.print('Checking the new version')
    await runStep(machine, to, 'check')
  }
  await enter(working, 'replacing')
  await takeOver(machine, to, isFrozen)
  await enter(working, 'committed')
}

async function takeOver(machine: Machine, to: string, isReadOnly: boolean): Promise<void> {
  const status = await serverStatus(machine.dataDir)
  if (!status) return
  machine.print('Replacing the workers one by one')
  await replaceWorkers(machine.dataDir, { root: rootOf(machine.home, to), isReadOnly })
  await runStep(machine, to, 'check', String(status.port))
}

async function complete(working: Working): Promise<void> {
  try {
    await advance(working)
  } catch (error) {
    if (working.state.step === 'committed') throw error
    await goBack(working.machine, working.state, (error as Error).message)
    throw new ReleaseError(`The update was taken back: ${(error as Error).message}`)
  }
  await finish(working.machine, working.state)
}

/** Keeps the newest `KEPT_VERSIONS` of the older versions, to which `watek rollback` can return. */
async function removeOldVersions({ home }: Machine, inForce: string): Promise<void> {
  const versions = (await readdir(join(home, VERSIONS))).filter((name) => !name.startsWith('.'))
  const older = versions.filter((name) => Bun.semver.order(name, inForce) < 0).toSorted(Bun.semver.order)
  for (const version of older.slice(0, -KEPT_VERSIONS)) await removeVersion(home, version)
}

/** Installs the program `watek` of the new version, which can also start older versions. */
async function replaceProgram({ home }: Machine, version: string): Promise<void> {
  const shipped = await readFile(join(rootOf(home, version), 'server/release/watek.sh'))
  const current = await readFile(join(home, PROGRAM)).catch(() => null)
  if (current?.equals(shipped)) return
  const draft = join(home, `.${PROGRAM}.new`)
  await Bun.write(draft, shipped)
  await chmod(draft, 0o755)
  await rename(draft, join(home, PROGRAM))
}

/** @throws ReleaseError with the reason, after everything is restored */
export async function updateTo(machine: Machine, file: string): Promise<void> {
  const from = await versionInForce(machine)
  const startedAt = Date.now()
  const current = releaseOf(rootOf(machine.home, from))
  if (!current) throw new ReleaseError(`Version ${from} is no release.`)
  await refuseInFlight(machine)
  let digest: Buffer
  let info: ReleaseInfo | null = null
  try {
    digest = await verify(file, rootOf(machine.home, from))
    info = await readInfo(file)
    refuseVersion(current, info)
    await refuseFull(join(machine.home, VERSIONS), info.bytes + SPARE_BYTES)
  } catch (error) {
    await logUpdate(machine.dataDir, {
      at: new Date().toISOString(),
      kind: 'update',
      from,
      to: info?.version ?? '?',
      outcome: 'refused',
      reason: (error as Error).message,
      seconds: (Date.now() - startedAt) / 1_000,
      migrations: [],
      read_only_seconds: 0,
      backup: null,
    })
    throw error
  }
  machine.print(`Updating ${from} to ${info.version}`)
  const converts = majorOf(info.postgres) > majorOf(current.postgres) && !machine.env.DATABASE_URL
  const working = await begin(machine, { kind: 'update', from, to: info.version, converts }, 'unpacking')
  try {
    await unpack(working, file, digest)
  } catch (error) {
    await goBack(machine, working.state, (error as Error).message)
    throw new ReleaseError(`The update was taken back: ${(error as Error).message}`)
  }
  await complete(working)
  await replaceProgram(machine, info.version).catch(() => {})
  await removeOldVersions(machine, info.version)
}

/** Starts the previous version on the current database, since migrations keep all that this version uses. */
export async function rollBack(machine: Machine): Promise<void> {
  const inForce = await versionInForce(machine)
  const done = (await readUpdates(machine.dataDir)).find(({ outcome }) => outcome === 'done')
  if (!done || done.to !== inForce)
    throw new ReleaseError(`There is no update to version ${inForce} that could be taken back.`)
  if (!existsSync(join(rootOf(machine.home, done.from), BUN_FILE)))
    throw new ReleaseError(`Version ${done.from} is not installed any more.`)
  await refuseInFlight(machine)
  machine.print(`Going back from ${inForce} to ${done.from}; what was written since stays.`)
  const working = await begin(machine, { kind: 'rollback', from: inForce, to: done.from }, 'checking')
  await complete(working)
}
