import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { main, ROOT, step } from './console.ts'
import { ensureInstalled } from './install.ts'

const CLIENT = join(ROOT, 'dist/client')
const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest)$/
/** Files with fewer bytes are not worth compressing. */
const WORTH_PACKING = 200

/** Each file is also compressed for the two encodings that browsers accept. */
export async function buildClient(): Promise<void> {
  process.env.NODE_ENV = 'production'
  await step('Building the client', async () => {
    const { build } = await import('vite')
    const { WORKERS, workerBuild } = await import('../../site/worker/vite.config.ts')
    await build({ configFile: join(ROOT, 'site/vite.config.ts'), logLevel: 'warn' })
    for (const name of Object.keys(WORKERS) as (keyof typeof WORKERS)[]) await build(await workerBuild(name, CLIENT))
    await pack()
  })
}

export async function ensureBuilt(): Promise<void> {
  if (!existsSync(join(CLIENT, '.vite/manifest.json'))) await buildClient()
}

async function pack(): Promise<void> {
  const names = await readdir(CLIENT, { recursive: true })
  await Promise.all(
    names
      .filter((name) => COMPRESSIBLE.test(name) && !name.startsWith('.vite'))
      .map((name) => packFile(join(CLIENT, name))),
  )
}

async function packFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < WORTH_PACKING) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: quality }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)])
}

if (import.meta.main) {
  await main(async () => {
    await ensureInstalled()
    await buildClient()
  })
}
