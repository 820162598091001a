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
  // A fake camera with moving pictures, which pages may use without a permission dialog.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

let shared: Promise<Browser> | undefined

/** The browser of this process, shared by its test files; it ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser()
  return shared!
}

export async function launchBrowser(kind: { showsNotices?: boolean } = {}): Promise<Browser> {
  return chromium.launch({ executablePath: (await findChromium(kind)) ?? undefined, headless: !isShown, args: FLAGS })
}
