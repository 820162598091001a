import { chromium, type Browser } from 'playwright'
import { findChromium, isShown } from './browser.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: (await findChromium()) ?? undefined, headless: !isShown, args: FLAGS })
}
