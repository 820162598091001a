import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print, ROOT, step } from './console.ts'
import { ensureInstalled } from './install.ts'
import { recordContract } from './check-contract.ts'
import { recordRelease } from './check-migrations.ts'
import packageJson from '../../package.json' with { type: 'json' }

const HELP = `bun run release [--arch x64,arm64] [--to FOLDER] [--dirty] [--fast] | --record
One file with everything for each processor, its signature and its bill of materials, in dist/release.
The private key is in RELEASE_KEY (PEM) or in the file that RELEASE_KEY_FILE names; without one nothing is signed.
--dirty takes changes that are not committed; --fast compresses less, for trying it out. --record notes in
drizzle/released.json what this version uses of the database, which the migrations of the next one must leave, and in
shared/api/versions/released.jsonl its contract, which the next one may only add to.`

const FAST_LEVEL = 3

async function releaseKey() {
  const { readPrivateKey } = await import('#server/release/signature.ts')
  const { RELEASE_KEY: text, RELEASE_KEY_FILE: file } = process.env
  if (!text && !file) return null
  return readPrivateKey(text || (await readFile(file!, 'utf8')))
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: 'x64,arm64' },
      to: { type: 'string', default: 'dist/release' },
      dirty: { type: 'boolean', default: false },
      fast: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  })
  if (values.record) {
    await ensureInstalled()
    await recordContract(ROOT)
    return recordRelease(ROOT, packageJson.version)
  }
  await ensureInstalled()
  const { ARCHITECTURES } = await import('#server/release/layout.ts')
  const { buildRelease, readSource } = await import('#server/release/build.ts')
  const { buildClient } = await import('./build.ts')
  const wanted = values.arch.split(',')
  const unknown = wanted.find((name) => !ARCHITECTURES.some((arch) => arch === name))
  if (unknown !== undefined) throw new CommandError(`--arch may name ${ARCHITECTURES.join(' and ')}, not ${unknown}.`)
  const key = await releaseKey()
  const source = await readSource(ROOT, values.dirty)
  await buildClient()
  for (const arch of ARCHITECTURES.filter((name) => wanted.includes(name))) {
    const file = await step(`Making the release for ${arch}`, () =>
      buildRelease({
        root: ROOT,
        source,
        arch,
        folder: resolve(values.to),
        key,
        print,
        ...(values.fast && { level: FAST_LEVEL }),
      }),
    )
    print(`${file} (${(Bun.file(file).size / 1_048_576).toFixed(1)} MiB)${key ? '' : ', not signed'}`)
  }
}, HELP)
