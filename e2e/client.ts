import { WORKERS, workerBuild, type WorkerName } from '../site/worker/vite.config.ts'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const HOME = join(ROOT, 'data/e2e')
/** Older clients are deleted; a younger one may still be used by another test run. */
const MAX_CLIENT_AGE_MS = 3 * 3_600_000

async function hashOfSources(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const path of ['site', 'shared']) {
    const files = [...new Bun.Glob('**/*.{ts,tsx,css,svg}').scanSync(join(ROOT, path))]
      .filter((file) => !file.includes('.test.'))
      .sort()
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
    if (mtimeMs < Date.now() - MAX_CLIENT_AGE_MS) await rm(join(HOME, name), { recursive: true, force: true })
  }
}

/**
 * Builds the client from the current sources, with React's code for `mode`, unless it is already built. E2E_CLIENT may
 * name a folder with a client already built for production.
 */
export async function clientOfSources(mode: 'development' | 'production'): Promise<string> {
  if (mode === 'production' && process.env.E2E_CLIENT) return process.env.E2E_CLIENT
  const dir = join(HOME, `${mode}-${await hashOfSources()}`)
  if (await Bun.file(join(dir, '.vite/manifest.json')).exists()) return dir
  await mkdir(HOME, { recursive: true })
  await removeOld()
  const temporary = `${dir}-${crypto.randomUUID().slice(0, 8)}`
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = mode
  await build({
    configFile: join(ROOT, 'site/vite.config.ts'),
    root: ROOT,
    logLevel: 'error',
    mode,
    build: { outDir: temporary, minify: mode === 'production' },
  })
    .then(async () => {
      for (const name of Object.keys(WORKERS) as WorkerName[]) await build(await workerBuild(name, temporary))
    })
    .finally(() => {
      process.env.NODE_ENV = NODE_ENV
    })
  // If a concurrent run has already built the same client, that build is used.
  await rename(temporary, dir).catch(() => rm(temporary, { recursive: true, force: true }))
  return dir
}
