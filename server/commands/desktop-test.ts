import { main, say } from './console.ts'
import { ensureDesktopInstalled, findElectron, isStandIn, run } from './desktop-parts.ts'
import { ensureInstalled } from './install.ts'

// Everything about the console: its rules, its page in a Chromium against a forum, and, where there is a program for it, the whole.
await main(async () => {
  await ensureInstalled()
  await ensureDesktopInstalled()
  const electron = findElectron()
  say(electron === null
    ? 'Electron: none here, so the tests that need it are skipped (ELECTRON_PATH names one)'
    : `Electron: ${electron}${isStandIn(electron) ? ', a stand-in' : ''}`)
  return run(process.execPath, ['server/commands/test.ts', ...process.argv.slice(2), 'admin-desktop/', 'e2e/desktop/'])
})
