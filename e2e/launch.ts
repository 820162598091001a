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
  // A camera that shows moving pictures, and nobody who has to allow it.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

let shared: Promise<Browser> | undefined

/** The browser of this process; test files that run in it one after another share it, and it ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser()
  return shared!
}

export async function launchBrowser(kind: { showsNotices?: boolean } = {}): Promise<Browser> {
  return chromium.launch({ executablePath: (await findChromium(kind)) ?? undefined, headless: !isShown, args: FLAGS })
}
