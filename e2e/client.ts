import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const ROOT = resolve(import.meta.dir, '..')
const HOME = join(ROOT, 'data/e2e')
/** Milliseconds that a client of older sources stays, for runs that still use it. */
const KEPT = 3 * 3_600_000

/** A name for the present state of everything that the client is made of. */
async function stateOfSources(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const path of ['site', 'shared']) {
    const files = [...new Bun.Glob('**/*.{ts,tsx,css,svg}').scanSync(join(ROOT, path))].filter((file) => !file.includes('.test.')).sort()
    for (const file of files) {
      const { size, mtimeMs } = await stat(join(ROOT, path, file))
      hasher.update(`${path}/${file} ${size} ${mtimeMs}\n`)
    }
  }
  hasher.update(await Bun.file(join(ROOT, 'bun.lock')).bytes())
  return hasher.digest('hex').slice(0, 16)
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(HOME)) {
    const { mtimeMs } = await stat(join(HOME, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - KEPT) await rm(join(HOME, name), { recursive: true, force: true })
  }
}

/**
 * The folder of a client built from the present sources, made where it is missing. It is built with React's
 * development code, because that alone tells of every hydration mismatch.
 */
export async function clientOfSources(): Promise<string> {
  const dir = join(HOME, `client-${await stateOfSources()}`)
  if (await Bun.file(join(dir, '.vite/manifest.json')).exists()) return dir
  await mkdir(HOME, { recursive: true })
  await removeOld()
  const making = `${dir}-${crypto.randomUUID().slice(0, 8)}`
  await build({
    configFile: join(ROOT, 'site/vite.config.ts'),
    root: ROOT,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir: making, minify: false },
  })
  // Another run may have been first; theirs is the same.
  await rename(making, dir).catch(() => rm(making, { recursive: true, force: true }))
  return dir
}
