import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { main, print } from './console.ts'
import { ensureInstalled } from './install.ts'

const HELP = `bun run sdk [--to FOLDER]
Makes the TypeScript package of the API from the contract, in dist/sdk. docs/sdk shows how it is used, and how clients
of other languages are made from /api/openapi.json.`

await main(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist/sdk' } } })
  await ensureInstalled()
  const { writeSdk } = await import('#server/sdk/build.ts')
  const folder = resolve(values.to)
  await writeSdk(folder)
  const { length } = brotliCompressSync(await Bun.file(`${folder}/index.js`).bytes())
  print(`${folder}: the client is ${(length / 1000).toFixed(1)} kB compressed`)
}, HELP)
