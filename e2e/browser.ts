import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'

// Before anything is installed only what needs no package may be called.

/** Debian's Chromium without windows: a page opens in a third of the time that the whole one takes. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

const NAMES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome', '/usr/bin/microsoft-edge', '/usr/bin/microsoft-edge-stable', '/snap/bin/chromium',
  ],
  darwin: ['', homedir()].flatMap((home) => [
    `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${home}/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
  ]),
}

const REMEDY = 'install Chromium or Chrome, or set CHROMIUM_PATH to the program.'

/** Whether a developer wants to see what the tests do. */
export const isShown = process.env.E2E_SHOW === '1'

/**
 * The program of a Chromium that starts: the one that CHROMIUM_PATH names, the system's, or Playwright's own; null where
 * there is none. Throws where CHROMIUM_PATH names something else.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (starts(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start: ${REMEDY}`)
  }
  const own = await import('playwright').then(({ chromium }) => chromium.executablePath(), () => '')
  return [isShown ? '' : HEADLESS, ...(NAMES[process.platform] ?? []), own].find(starts) ?? null
}

/**
 * Finds a Chromium, or installs one: as root on Debian the system's, else Playwright's.
 * @throws Error with one sentence that says what to do
 */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const found = await findChromium()
  if (found) return found
  say('Installing a Chromium for the tests ...')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const install = (name: string) => runs('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
    if (runs('apt-get', ['update', '-q']) && ((!isShown && install('chromium-headless-shell')) || install('chromium'))) {
      const installed = await findChromium()
      if (installed) return installed
    }
  }
  runs(process.execPath, [resolve(import.meta.dir, '../node_modules/playwright/cli.js'), 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  const installed = await findChromium()
  if (installed) return installed
  throw new Error(`No Chromium was found, and none could be installed: ${REMEDY}`)
}

/** Ubuntu's chromium-browser may be no more than a pointer to a snap, so a file alone proves nothing. */
function starts(program: string): boolean {
  if (!program || !existsSync(program)) return false
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function runs(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'inherit', env }).status === 0
}
