import { chromium, type Browser } from 'playwright'
import { findChromium, isShown } from './browser.ts'

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** Starts a Chromium with a new empty profile; E2E_SHOW=1 shows its windows. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium() ?? undefined, headless: !isShown, args: FLAGS })
}
