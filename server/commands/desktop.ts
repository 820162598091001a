import { main, step } from './console.ts'
import { DESKTOP, ensureDesktopInstalled, ensureElectron, makeDesktop, run } from './desktop-parts.ts'
import { ensureInstalled } from './install.ts'

// The console gets the command's arguments, for example `watek-console://reports/12`.
await main(async () => {
  await ensureInstalled()
  await ensureDesktopInstalled()
  const electron = ensureElectron()
  await step('Building the console', () => makeDesktop())
  return run(electron, [DESKTOP, ...process.argv.slice(2)])
})
