import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runProgram } from '#server/lib/programs.ts'
import { CommandError, ROOT, print } from './console.ts'

/** The packages of this folder are installed only by the commands that need them. */
export const DESKTOP = join(ROOT, 'admin-desktop')
const DESKTOP_DIST = join(DESKTOP, 'dist')

const MARKER = join(DESKTOP, 'node_modules/.installed')

/** Installs the console's packages if missing or older than the lock file. @throws CommandError */
export async function ensureDesktopInstalled(): Promise<void> {
  const wanted = Bun.hash(
    ['package.json', 'bun.lock'].map((name) => readFileSync(join(DESKTOP, name), 'utf8')).join(),
  ).toString(36)
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return
  print("Installing the console's packages ...")
  if ((await run(process.execPath, ['install', '--frozen-lockfile', '--no-summary'], { cwd: DESKTOP })) !== 0) {
    throw new CommandError(
      "The console's packages could not be installed (see above): check the network connection and run the same " +
        'command again.',
    )
  }
  writeFileSync(MARKER, wanted)
}

/** Vite needs another working directory and NODE_ENV, so it runs in a process of its own. @throws CommandError */
export async function makeDesktop(folder = DESKTOP_DIST, isWhole = true): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const script = join(import.meta.dir, 'desktop-bundle.ts')
  // With the NODE_ENV of a test the page would get React's development code.
  const env = { ...process.env, NODE_ENV: 'production' }
  const code = await run(process.execPath, [script, folder, isWhole ? 'whole' : 'page'], { env })
  if (code !== 0) throw new CommandError('The console could not be built (see above).')
}

export function findElectron(): string | null {
  const named = process.env.ELECTRON_PATH
  if (named) return existsSync(named) ? named : null
  const folder = join(DESKTOP, 'node_modules/electron')
  const path = join(folder, 'path.txt')
  if (!existsSync(path)) return null
  const program = join(folder, 'dist', readFileSync(path, 'utf8').trim())
  return existsSync(program) ? program : null
}

/** A file beside the program marks the fake Electron of the tests. */
export function isStandIn(program: string): boolean {
  return existsSync(join(dirname(realpathSync(program)), 'STANDIN'))
}

/** Electron's package does not contain Electron, so it is downloaded if missing. @throws CommandError */
export function ensureElectron(): string {
  const found = findElectron()
  if (found) return found
  if (process.env.ELECTRON_PATH)
    throw new CommandError(`ELECTRON_PATH names ${process.env.ELECTRON_PATH}, and there is no such program.`)
  print('Fetching Electron ...')
  spawnSync(process.execPath, [join(DESKTOP, 'node_modules/electron/install.js')], { cwd: DESKTOP, stdio: 'ignore' })
  const fetched = findElectron()
  if (fetched) return fetched
  throw new CommandError(
    'Electron could not be fetched: check that this machine reaches github.com, or set ELECTRON_PATH to an ' +
      'Electron program that is already there.',
  )
}

export async function run(
  program: string,
  args: string[],
  { cwd = ROOT, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  return (await runProgram(program, args, { cwd, env, isAttached: true })).code
}
