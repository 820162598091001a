import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { main, print, step } from './console.ts'
import { DESKTOP, ensureDesktopInstalled, isStandIn, makeDesktop, run } from './desktop-parts.ts'
import { ensureInstalled } from './install.ts'

/** Arguments, such as `--dir` or `--linux deb`, are passed to electron-builder. */
await main(async () => {
  await ensureInstalled()
  await ensureDesktopInstalled()
  await step('Building the console', () => makeDesktop())
  const electron = process.env.ELECTRON_PATH
  const args = ['--publish', 'never', ...process.argv.slice(2)]
  if (electron && existsSync(electron)) args.push(`-c.electronDist=${dirname(electron)}`)
  if (electron && isStandIn(electron)) {
    print('ELECTRON_PATH names a stand-in for Electron: this package is for looking at, never to be published.')
    if (!args.includes('--dir')) args.push('--dir')
  }
  await rm(join(DESKTOP, 'out'), { recursive: true, force: true })
  return run(process.execPath, [join(DESKTOP, 'node_modules/electron-builder/cli.js'), ...args], { cwd: DESKTOP })
})
