import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ensureDesktopInstalled, makeDesktop } from '../../server/commands/desktop-parts.ts'

const ROOT = resolve(import.meta.dir, '../..')
const HOME = join(ROOT, 'data/e2e')

/** A name for the present state of everything that the console is made of. */
function stateOfSources(): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const path of ['admin-desktop', 'shared']) {
    const files = [...new Bun.Glob('**/*.{ts,tsx,css,svg,html,png}').scanSync(join(ROOT, path))]
      .filter((file) => !/(^|\/)(node_modules|dist|out)\/|\.test\./.test(file)).sort()
    for (const file of files) {
      const { size, mtimeMs } = statSync(join(ROOT, path, file))
      hasher.update(`${path}/${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hasher.digest('hex').slice(0, 16)
}

/**
 * The folder of a console built from the present sources, made where it is missing: page and preload, which need no package
 * of the console, or all that Electron runs.
 */
export async function consoleOfSources(isWhole: boolean): Promise<string> {
  const dir = join(HOME, `console-${isWhole ? 'whole' : 'page'}-${stateOfSources()}`)
  if (existsSync(join(dir, 'package.json'))) return dir
  const making = `${dir}-${crypto.randomUUID().slice(0, 8)}`
  await mkdir(HOME, { recursive: true })
  if (isWhole) await ensureDesktopInstalled()
  const environment = process.env.NODE_ENV
  await makeDesktop(making, isWhole)
  process.env.NODE_ENV = environment
  const { name, productName, version } = await Bun.file(join(ROOT, 'admin-desktop/package.json')).json()
  await writeFile(join(making, 'package.json'), JSON.stringify({ name, productName, version, main: 'main.cjs' }))
  // Another run may have been first; theirs is the same.
  await rename(making, dir).catch(() => rm(making, { recursive: true, force: true }))
  return dir
}
