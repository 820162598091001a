import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'

// This module runs before packages are installed, so package imports must be dynamic.

/** The headless shell opens a page in a third of the time that the full Chromium needs. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

const NAMES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge',
    '/usr/bin/microsoft-edge-stable',
    '/snap/bin/chromium',
  ],
  darwin: ['', homedir()].flatMap((home) => [
    `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${home}/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
  ]),
}

const REMEDY = 'install Chromium or Chrome, or set CHROMIUM_PATH to the program.'

export const isShown = process.env.E2E_SHOW === '1'

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, the system's, or Playwright's; null if there is none.
 * Throws if CHROMIUM_PATH does not start. `showsNotices` excludes the headless shell, which refuses notifications.
 */
export async function findChromium({ showsNotices = false } = {}): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH
  if (named && !(showsNotices && named === HEADLESS)) {
    if (starts(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start: ${REMEDY}`)
  }
  const own = await import('playwright').then(
    ({ chromium }) => chromium.executablePath(),
    () => '',
  )
  return [isShown || showsNotices ? '' : HEADLESS, ...(NAMES[process.platform] ?? []), own].find(starts) ?? null
}

/**
 * Finds a Chromium, or installs one: for root on Debian the system's headless shell, which halves the time of all
 * tests, otherwise Playwright's Chromium.
 *
 * @throws Error with instructions as its message
 */
export async function ensureChromium(print: (line: string) => void): Promise<string> {
  const isRoot = process.getuid?.() === 0
  const canInstall = isRoot && existsSync('/usr/bin/apt-get')
  const found = await findChromium()
  const isNamed = Boolean(process.env.CHROMIUM_PATH)
  if (found && (isNamed || isShown || !canInstall || found === HEADLESS)) return found
  print('Installing a Chromium for the tests ...')
  if (canInstall) {
    const install = (name: string) => runs('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
    const isUpdated = runs('apt-get', ['update', '-q'])
    if (isUpdated && ((!isShown && install('chromium-headless-shell')) || found || install('chromium'))) {
      const installed = await findChromium()
      if (installed) return installed
    }
  }
  if (found) return found
  runs(process.execPath, [
    resolve(import.meta.dir, '../node_modules/playwright/cli.js'),
    'install',
    ...(isRoot ? ['--with-deps'] : []),
    'chromium',
  ])
  const installed = await findChromium()
  if (installed) return installed
  throw new Error(`No Chromium was found, and none could be installed: ${REMEDY}`)
}

/**
 * Returns whether ffmpeg, needed for browser streams, is found or could be installed; tests that need it are skipped
 * otherwise.
 */
export function ensureFfmpeg(print: (line: string) => void): boolean {
  const isFound = () => runsQuietly('ffmpeg', ['-version'])
  if (isFound()) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  print('Installing ffmpeg for the tests ...')
  return (
    runs('apt-get', ['update', '-q']) &&
    runs('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'ffmpeg']) &&
    isFound()
  )
}

const runsQuietly = (program: string, args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 30_000 }).status === 0

/** Starts the program, because its presence proves nothing: Ubuntu's chromium-browser may only point to a snap. */
function starts(program: string): boolean {
  if (!program || !existsSync(program)) return false
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function runs(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'inherit', env }).status === 0
}
