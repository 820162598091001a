import { deserialize } from 'bson'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from '../../map.ts'
import { isWantedSorted, type Stored } from './objects.ts'

const NAMES = ['objects.bson', 'objects.bson.gz']
/** MongoDB's maximum document size, 16 MiB, plus its allowance for internal overhead. */
const MAX_DOCUMENT = 16 * 1_048_576 + 16_384

/** Returns the path of NodeBB's `objects` collection in the output of `mongodump`, null if there is none. */
export function findObjects(path: string): string | null {
  if (!statSync(path).isDirectory()) return /\.bson(\.gz)?$/.test(path) ? path : null
  const folders = [
    path,
    ...readdirSync(path, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [join(path, one.name)] : [])),
  ]
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync) ?? null
}

async function* documentsOf(chunks: Readable, file: string): AsyncGenerator<Record<string, unknown>> {
  let [waiting, size]: [Buffer[], number] = [[], 0]
  let wanted = 4
  for await (const chunk of chunks) {
    waiting.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size < wanted) continue
    let bytes: Buffer = Buffer.concat(waiting)
    for (;;) {
      wanted = bytes.length < 4 ? 4 : bytes.readInt32LE(0)
      if (bytes.length >= 4 && (wanted < 5 || wanted > MAX_DOCUMENT)) throw new ImportError(`${file} is no BSON.`)
      if (bytes.length < wanted) break
      yield deserialize(bytes.subarray(0, wanted), { useBigInt64: false })
      bytes = bytes.subarray(wanted)
    }
    ;[waiting, size] = [[bytes], bytes.length]
  }
  if (size > 0) throw new ImportError(`${file} ends within a document.`)
}

/** In MongoDB each hash, each set and each member of a sorted set is a document. */
export async function* readMongo(file: string): AsyncGenerator<Stored> {
  const raw = createReadStream(file)
  const unpack = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw
  raw.on('error', (error) => unpack.destroy(error))
  for await (const { _id, _key, ...rest } of documentsOf(unpack, file)) {
    if (typeof _key !== 'string') continue
    if (Array.isArray(rest.members)) yield { key: _key, members: rest.members.map(String) }
    else if ('score' in rest) {
      if (isWantedSorted(_key)) yield { key: _key, sorted: [{ value: String(rest.value), score: Number(rest.score) }] }
    } else if (!('array' in rest)) yield { key: _key, hash: rest }
  }
}
