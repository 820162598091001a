import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ensureDesktopInstalled, makeDesktop } from '../../server/commands/desktop-parts.ts'

const ROOT = resolve(import.meta.dir, '../..')
const HOME = join(ROOT, 'data/e2e')

function hashOfSources(): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const path of ['admin-desktop', 'shared']) {
    const files = [...new Bun.Glob('**/*.{ts,tsx,css,svg,html,png}').scanSync(join(ROOT, path))]
      .filter((file) => !/(^|\/)(node_modules|dist|out)\/|\.test\./.test(file))
      .sort()
    for (const file of files) {
      const { size, mtimeMs } = statSync(join(ROOT, path, file))
      hasher.update(`${path}/${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hasher.digest('hex').slice(0, 16)
}

/**
 * Builds the console from the current sources unless already built: page and preload, or everything that Electron runs.
 */
export async function consoleOfSources(isWhole: boolean): Promise<string> {
  const dir = join(HOME, `console-${isWhole ? 'whole' : 'page'}-${hashOfSources()}`)
  if (existsSync(join(dir, 'package.json'))) return dir
  const temporary = `${dir}-${crypto.randomUUID().slice(0, 8)}`
  await mkdir(HOME, { recursive: true })
  if (isWhole) await ensureDesktopInstalled()
  await makeDesktop(temporary, isWhole)
  const { name, productName, version } = await Bun.file(join(ROOT, 'admin-desktop/package.json')).json()
  await writeFile(join(temporary, 'package.json'), JSON.stringify({ name, productName, version, main: 'main.cjs' }))
  // If a concurrent run has already built the same console, that build is used.
  await rename(temporary, dir).catch(() => rm(temporary, { recursive: true, force: true }))
  return dir
}
