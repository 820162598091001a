import { chromium, type Browser } from 'playwright'

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** A Chromium: the one that CHROMIUM_PATH names, the system's, or Playwright's own. */
export async function launchBrowser(): Promise<Browser> {
  const system = '/usr/bin/chromium'
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await Bun.file(system).exists() ? system : undefined),
    args: FLAGS,
  })
}
