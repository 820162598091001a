import { main, print } from './console.ts'
import { ensureDesktopInstalled, findElectron, isStandIn, run } from './desktop-parts.ts'
import { ensureInstalled } from './install.ts'

await main(async () => {
  await ensureInstalled()
  await ensureDesktopInstalled()
  const electron = findElectron()
  print(
    electron === null
      ? 'Electron: none here, so the tests that need it are skipped (ELECTRON_PATH names one)'
      : `Electron: ${electron}${isStandIn(electron) ? ', a stand-in' : ''}`,
  )
  return run(process.execPath, ['server/commands/test.ts', ...process.argv.slice(2), 'admin-desktop/', 'e2e/desktop/'])
})
