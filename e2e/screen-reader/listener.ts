import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/lib/free-port.ts'
import { connectMarionette } from './marionette.ts'
import { RECORDS, remaining, steady } from './transcript.ts'

const PROGRAMS = ['orca', 'firefox-esr', 'Xvfb', 'speech-dispatcher', 'dbus-run-session', 'xdotool', 'gsettings']

/**
 * Whether the tests with a screen reader run: SCREEN_READER=1 enables them, since they take minutes on an idle machine.
 * docs/accessibility.md lists the Debian packages.
 */
export const canListen =
  process.env.SCREEN_READER === '1' &&
  PROGRAMS.every((program) => Bun.which(program) !== null) &&
  existsSync('/usr/libexec/at-spi-bus-launcher')

/**
 * Milliseconds of silence before the next key is pressed. The silence is longer while transcripts are recorded, so that
 * they also contain speech caused by later responses of the server.
 */
const IDLE_TIMEOUT_MS = RECORDS ? 1_500 : 400
/** Maximum time to wait for a sentence of the transcript; a busy machine takes seconds. */
const SENTENCE_TIMEOUT_MS = 20_000

export type Listener = {
  go: (path: string) => Promise<void>
  /** Presses keys one after another, by their X11 names. */
  press: (...keys: string[]) => Promise<void>
  type: (text: string) => Promise<void>
  /**
   * Runs `action` and returns the speech that it causes. Waits for a pause in the speech, and longer if part of
   * `expected` was not spoken yet.
   */
  hear: (action: () => Promise<void>, expected: string[]) => Promise<string[]>
  signIn: (cookies: Record<string, string>, stored: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** Starts Firefox and Orca on a virtual display, with Orca's speech as text. */
export async function startListener(url: string): Promise<Listener> {
  const folder = await mkdtemp(join(tmpdir(), 'listener-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const screen = 80 + (port % 900)
  const desktop = Bun.spawn(
    ['setsid', 'bash', join(import.meta.dir, 'desktop.sh'), folder, String(screen), String(port)],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  const browser = await connectMarionette(port)
  const speech = async () => (await readFile(join(folder, 'speech.txt'), 'utf8')).split('\n')
  const xdotool = async (...args: string[]) => {
    const { exited } = Bun.spawn(['xdotool', ...args], { env: { ...process.env, DISPLAY: `:${screen}` } })
    if ((await exited) !== 0) throw new Error(`xdotool ${args.join(' ')} failed`)
  }

  async function hear(action: () => Promise<void>, expected: string[]): Promise<string[]> {
    const before = (await speech()).length - 1
    await action()
    for (let count = -1, since = Date.now(); ; await Bun.sleep(50)) {
      const now = await speech()
      const said = now.slice(before, -1).flatMap((line) => steady(line) ?? [])
      if (now.length !== count) since = Date.now()
      count = now.length
      const silence = Date.now() - since
      if (silence >= (remaining(expected, said).length === 0 ? IDLE_TIMEOUT_MS : SENTENCE_TIMEOUT_MS)) return said
    }
  }

  return {
    hear,
    async go(path) {
      await browser.go(url + path)
      while (!(await browser.run<boolean>(`return 'hydrated' in document.documentElement.dataset`)))
        await Bun.sleep(100)
    },
    press: (...keys) => xdotool('key', '--delay', '80', ...keys),
    type: (text) => xdotool('type', '--delay', '60', text),
    async signIn(cookies, stored) {
      const visit = async () => {
        await browser.go(`${url}/robots.txt`)
        await browser.clear()
        for (const [name, value] of Object.entries(cookies)) await browser.addCookie({ name, value })
        await browser.run(`for (const [k, v] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(k, v)`)
      }
      await hear(visit, ['User-agent: *'])
    },
    async stop() {
      browser.close()
      try {
        process.kill(-desktop.pid, 'SIGTERM')
      } catch {}
      await desktop.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
