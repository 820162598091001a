import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/lib/free-port.ts'
import { connectMarionette } from './marionette.ts'

const PROGRAMS = ['orca', 'firefox-esr', 'Xvfb', 'speech-dispatcher', 'dbus-run-session', 'xdotool', 'gsettings']

/**
 * Asked for by SCREEN_READER=1, as it takes minutes of a quiet machine. The packages of Debian are named in
 * docs/accessibility.md.
 */
export const canListen =
  process.env.SCREEN_READER === '1' &&
  PROGRAMS.every((program) => Bun.which(program) !== null) &&
  existsSync('/usr/libexec/at-spi-bus-launcher')

/** Matches speech that differs from run to run, and speech about the browser and not the page. */
const NOISE = new RegExp(
  [
    '^(Screen reader on|Finished loading.*|Page has .*|Loading.*|New Tab|.*(Firefox|document web).*',
    String.raw`(Focus|Browse) mode|leaving .*|List with .*|Nesting level.*|[^\p{L}\p{N}])\.?$`,
  ].join('|'),
  'iu',
)
const SETTLED_MS = 2_500

function steady(line: string): string | null {
  const text = line
    .replace(/\b\d+ (s|min|godz\.) temu/g, 'przed chwilą')
    .replace(/\d\d:\d\d/g, 'o czasie')
    .replace(/\b(un)?visited link/g, 'link')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' || NOISE.test(text) ? null : text
}

export type Listener = {
  /** Opens an address of the site. */
  go: (path: string) => Promise<string[]>
  /** Presses keys, by their names in X. */
  press: (...keys: string[]) => Promise<string[]>
  type: (text: string) => Promise<string[]>
  signIn: (cookies: Record<string, string>, stored: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** Somebody who listens to the site: Firefox and Orca on a screen that nobody sees, and what Orca says as text. */
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
  const xdotool = (...args: string[]) =>
    Bun.spawn(['xdotool', ...args], { env: { ...process.env, DISPLAY: `:${screen}` } }).exited

  /** Collects what is spoken until nothing more comes. */
  async function saidBy(run: () => Promise<unknown>): Promise<string[]> {
    const before = (await speech()).length - 1
    await run()
    let count = -1
    for (let quiet = 0; quiet < SETTLED_MS; quiet += 250) {
      await Bun.sleep(250)
      const now = (await speech()).length
      if (now !== count) quiet = 0
      count = now
    }
    return (await speech()).slice(before).flatMap((line) => steady(line) ?? [])
  }

  return {
    go: (path) =>
      saidBy(async () => {
        await browser.go(url + path)
        while (!(await browser.run<boolean>(`return 'hydrated' in document.documentElement.dataset`)))
          await Bun.sleep(100)
      }),
    press: (...keys) =>
      saidBy(async () => {
        for (const key of keys) {
          await xdotool('key', '--delay', '80', key)
          await Bun.sleep(250)
        }
      }),
    type: (text) => saidBy(() => xdotool('type', '--delay', '60', text)),
    async signIn(cookies, stored) {
      await saidBy(async () => {
        await browser.go(`${url}/robots.txt`)
        await browser.clear()
        for (const [name, value] of Object.entries(cookies)) await browser.addCookie({ name, value })
        await browser.run(`for (const [k, v] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(k, v)`)
      })
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
