import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { secureDataDir } from '#server/lib/data-dir.ts'
import { completeBinaries, copyBinaries, installedPostgres, packagedPostgres } from './postgres-binaries.ts'
import { isAlive } from './postmaster.ts'
import { canEnter, databaseUser, postgresEnvironment, run, type SystemUser } from './system-user.ts'

export type Cluster = {
  folder: string
  binaries: string
  user: SystemUser | null
  password: string
  passwordFile: string
}

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export const ROLE = 'watek'

/** Used for the database or PostgreSQL's binaries if PostgreSQL's system user cannot reach the usual places. */
const FALLBACK_FOLDERS = ['/var/lib', '/var/tmp']

const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=scram-sha-256',
]

/**
 * Several processes may create the cluster at once: each creates its own folder, and only one can rename it. @throws
 * EmbeddedPostgresError
 */
export async function prepareCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  try {
    return await prepare(dataDir, log)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || !(error instanceof Error) || !('code' in error)) throw error
    throw new EmbeddedPostgresError(`The database in ${dataDir} cannot be used: ${error.message}.`)
  }
}

type Parts = Omit<Cluster, 'folder'>

/** All database folders of DATA_DIR share the system user, the binaries and the password. */
export async function prepareParts(dataDir: string, log: (line: string) => void): Promise<Parts> {
  const user = await databaseUser(log).catch((error: Error) => {
    throw new EmbeddedPostgresError(`PostgreSQL does not run as root, and ${error.message}.`)
  })
  await secureDataDir(dataDir, user !== null)
  const binaries = await reachableBinaries(user, log)
  const passwordFile = join(dataDir, 'postgres-password')
  return { user, binaries, password: await readPassword(passwordFile), passwordFile }
}

async function prepare(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const parts = await prepareParts(dataDir, log)
  const { user } = parts
  const place = await reachableFolder(dataDir, user, log)
  if (!(await exists(join(place, 'PG_VERSION')))) {
    if (await isBeingExchanged(dirname(place)))
      throw new EmbeddedPostgresError(
        `An update of ${dataDir} was interrupted while it exchanged the database: run \`watek start\`.`,
      )
    await initialise({ ...parts, folder: place }, log)
  }
  const folder = await realpath(place)
  if (user && !(await canEnter(user, folder, true))) {
    throw new EmbeddedPostgresError(cannotEnter(user, folder))
  }
  return { ...parts, folder, binaries: await matchingBinaries({ ...parts, folder }, log) }
}

function cannotEnter(user: SystemUser, folder: string): string {
  return (
    `The system user ${user.name}, as whom PostgreSQL runs, cannot enter ${folder}: open the folders above it ` +
    '(chmod o+x), or set DATA_DIR to a folder that it can enter.'
  )
}

async function reachableBinaries(user: SystemUser | null, log: (line: string) => void): Promise<string> {
  const native = packagedPostgres()
  if (!native || !(await exists(native))) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch} in node_modules: ` +
        'run bun install, or set DATABASE_URL to a PostgreSQL of yours.',
    )
  }
  await completeBinaries(native)
  return reach(native, user, log)
}

/** Returns the folder of the PostgreSQL binaries, or of their copy if the database user cannot read the original. */
async function reach(native: string, user: SystemUser | null, log: (line: string) => void): Promise<string> {
  if (await runs(native, user)) return native
  if (!user) throw new EmbeddedPostgresError(await cannotRun(native, user))
  for (const folder of FALLBACK_FOLDERS) {
    const copy = await copyBinaries(native, folder, log).catch(() => null)
    if (copy && (await runs(copy, user))) return copy
  }
  throw new EmbeddedPostgresError(await cannotRun(native, user))
}

async function runs(binaries: string, user: SystemUser | null): Promise<boolean> {
  return (await postgresVersion(binaries, user)).code === 0
}

async function cannotRun(binaries: string, user: SystemUser | null): Promise<string> {
  const { output } = await postgresVersion(binaries, user)
  const who = user ? `the system user ${user.name}` : 'this user'
  return (
    `PostgreSQL in ${binaries} cannot be run by ${who} (${output.trim()}): open that folder for it, or set ` +
    'DATABASE_URL to a PostgreSQL of yours.'
  )
}

function postgresVersion(binaries: string, user: SystemUser | null) {
  return run(join(binaries, 'bin', 'postgres'), ['--version'], { user, env: postgresEnvironment() })
}

const majorOf = async (binaries: string, user: SystemUser | null) =>
  /\d+/.exec((await postgresVersion(binaries, user)).output)?.[0]

/** PostgreSQL reads only its own major version's folders, so an update may need another version's binaries. */
export async function matchingBinaries(
  { folder, binaries, user }: Pick<Cluster, 'folder' | 'binaries' | 'user'>,
  log: (line: string) => void,
): Promise<string> {
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  const major = await majorOf(binaries, user)
  if (made === major) return binaries
  for (const native of await installedPostgres()) {
    const reached = await reach(native, user, log).catch(() => null)
    if (reached && (await majorOf(reached, user)) === made) return reached
  }
  throw new EmbeddedPostgresError(
    `The database in ${folder} was made by PostgreSQL ${made} and this is ${major}: ` +
      'write a backup with the older program and restore it into an empty DATA_DIR.',
  )
}

/** Returns the random password of the database; if several processes create it at once, the first one's is used. */
async function readPassword(file: string): Promise<string> {
  const draft = `${file}.${process.pid}.${crypto.randomUUID()}`
  if (!(await exists(file))) {
    await writeFile(draft, Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url'), {
      mode: 0o600,
    })
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  return (await readFile(file, 'utf8')).trim()
}

/** Returns DATA_DIR/postgres, or the fallback folder to which it leads if the database user cannot enter DATA_DIR. */
async function reachableFolder(dataDir: string, user: SystemUser | null, log: (line: string) => void): Promise<string> {
  const folder = join(dataDir, 'postgres')
  const target = await readlink(folder).catch(() => null)
  if (target !== null) {
    if (await exists(dirname(target))) return target
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} lies in ${target}, which is gone: bring it back, or remove ${folder} to begin ` +
        'with an empty one.',
    )
  }
  if (!user || (await exists(folder)) || (await canEnter(user, dataDir, false))) return folder
  for (const parent of FALLBACK_FOLDERS) {
    const place = await mkdtemp(join(parent, 'watek-data-')).catch(() => null)
    if (!place) continue
    await chmod(place, 0o711)
    if (!(await canEnter(user, parent, false))) continue
    const won = await symlink(join(place, 'postgres'), folder).then(
      () => true,
      () => false,
    )
    if (!won) await rm(place, { recursive: true, force: true })
    else
      log(
        `The database lies in ${place}: the system user ${user.name}, as whom PostgreSQL runs, cannot enter ${dataDir}`,
      )
    return readlink(folder)
  }
  throw new EmbeddedPostgresError(cannotEnter(user, dataDir))
}

export async function initialise(cluster: Cluster, log: (line: string) => void): Promise<void> {
  log(`Making a new database in ${cluster.folder}`)
  const parent = dirname(cluster.folder)
  await clearDrafts(parent)
  const draft = join(parent, `postgres.new-${process.pid}-${crypto.randomUUID().slice(0, 8)}`)
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, cluster.password, { mode: 0o600 })
    if (cluster.user) {
      await chown(draft, cluster.user.uid, cluster.user.gid)
      await chown(passwordFile, cluster.user.uid, cluster.user.gid)
    }
    const { code, output } = await run(
      join(cluster.binaries, 'bin', 'initdb'),
      [`--pgdata=${draft}`, `--username=${ROLE}`, `--pwfile=${passwordFile}`, ...INITDB_FLAGS],
      { user: cluster.user, env: postgresEnvironment(), cwd: parent },
    )
    if (code !== 0) {
      const reason = output.split('\n').find((line) => /error|fatal|could not/i.test(line)) ?? output.trim()
      throw new EmbeddedPostgresError(`PostgreSQL could not make its database in ${cluster.folder}: ${reason.trim()}`)
    }
    await rename(draft, cluster.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** Returns whether the database's folder is missing because its replacement was interrupted. */
async function isBeingExchanged(parent: string): Promise<boolean> {
  const names = await readdir(parent).catch((): string[] => [])
  return names.some((name) => /^postgres\.(failed|before)-[\da-f]+$/.test(name))
}

async function clearDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
