import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Lynx ignores keys while it displays a message, which takes seconds by default. */
const CONFIG = [
  'INFOSECS:0',
  'MESSAGESECS:0',
  'ALERTSECS:0',
  'CHARACTER_SET:utf-8',
  'ACCEPT_ALL_COOKIES:TRUE',
  '',
].join('\n')
const ESCAPE = '\u001b'
const CODES = new RegExp(`${ESCAPE}(?:\\[[0-9;?]*[a-zA-Z]|[()][A-Z0-9]|[=>])`, 'g')

/** `until` waits for words that appear after the last keys. */
export async function openLynx(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'watek-lynx-'))
  const config = join(folder, 'lynx.cfg')
  await Bun.write(config, CONFIG)
  let shown = ''
  const lynx = Bun.spawn(['lynx', `-cfg=${config}`, '-nocolor', url], {
    env: { ...process.env, TERM: 'vt100', LANG: 'C.UTF-8', HOME: folder },
    terminal: { cols: 120, rows: 120, data: (_, bytes) => void (shown += new TextDecoder().decode(bytes)) },
  })
  const text = () => shown.replace(CODES, ' ').replace(/\s+/g, ' ')

  async function until(words: string): Promise<void> {
    const end = Date.now() + 20_000
    while (!text().includes(words)) {
      if (Date.now() > end) throw new Error(`Lynx never shows '${words}' but: ${text().slice(-1_500)}`)
      await Bun.sleep(50)
    }
  }

  /** Lynx draws only changes, so each step requests a redraw. */
  async function tabTo(status: string): Promise<void> {
    for (let step = 0; step < 12; step += 1) {
      shown = ''
      lynx.terminal!.write('\t\u0017')
      await until('Arrow keys')
      await Bun.sleep(200)
      if (text().includes(status)) return
    }
    throw new Error(`Lynx has no field '${status}'`)
  }

  return {
    until,
    tabTo,
    keys(keys: string): void {
      shown = ''
      lynx.terminal!.write(keys)
    },
    async end(): Promise<void> {
      lynx.kill()
      await lynx.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
