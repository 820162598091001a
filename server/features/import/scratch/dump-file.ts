import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { ImportError } from '../map.ts'

type Packing = 'gzip' | 'zstd' | null

/** `postgres` is plain SQL, `archive` the output of `pg_dump -Fc` or `-Ft`, `redis` an .rdb file. */
type DumpKind = 'postgres' | 'archive' | 'mysql' | 'redis'

const HEAD_BYTES = 65_536
const WINDOW_LOG_MAX = 31
/** Magic numbers of compression formats that cannot be read here, with the program that unpacks each. */
const PACKED: [string, string][] = [
  ['BZh', 'bunzip2'],
  ['\xfd7zXZ', 'unxz'],
  ['PK\x03\x04', 'unzip'],
  ['7z\xbc\xaf', '7z x'],
]

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function packingOf(head: Buffer): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  return head.length > 3 && head.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null
}

function unpacked(file: string, packing: Packing): Readable {
  const raw = createReadStream(file)
  if (packing === null) return raw
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX }
  const unpack = packing === 'gzip' ? createGunzip() : createZstdDecompress({ params })
  const out = new PassThrough()
  pipeline(raw, unpack, out).catch((error: Error) => out.destroy(new ImportError(`${file}: ${error.message}`)))
  return out
}

async function headOf(stream: Readable): Promise<string> {
  let head = Buffer.alloc(0)
  for await (const chunk of stream) {
    head = Buffer.concat([head, chunk as Buffer])
    if (head.length >= HEAD_BYTES) break
  }
  return head.subarray(0, HEAD_BYTES).toString('latin1')
}

function kindOf(head: string): DumpKind | null {
  if (head.startsWith('REDIS')) return 'redis'
  if (head.startsWith('PGDMP') || head.slice(257, 262) === 'ustar') return 'archive'
  if (/^-- PostgreSQL database|^SET standard_conforming_strings|^COPY .* FROM stdin;$/m.test(head)) return 'postgres'
  if (/^(-- (MySQL|MariaDB|phpMyAdmin)|\/\*!|\/\*M!)|^(CREATE TABLE|INSERT INTO) .*`/m.test(head)) return 'mysql'
  return /^(CREATE TABLE|INSERT INTO) /im.test(head) ? 'postgres' : null
}

export type DumpFile = { kind: DumpKind; file: string; read: () => Readable; isPacked: boolean }

/** Recognises the format of a dump by its first bytes, also if gzip or zstd compressed it. Throws `ImportError`. */
export async function openDumpFile(file: string): Promise<DumpFile> {
  if ((await stat(file)).isDirectory()) throw new ImportError(`${file} is a folder: give the file of a dump.`)
  const head = await firstBytes(file)
  const program = PACKED.find(([start]) => head.toString('latin1').startsWith(start))?.[1]
  if (program) throw new ImportError(`${file} is packed: unpack it first by ${program}.`)
  const packing = packingOf(head)
  const kind = kindOf(await headOf(unpacked(file, packing)))
  if (kind === null)
    throw new ImportError(`${file} is no dump of PostgreSQL (pg_dump), MySQL, MariaDB (mysqldump) or Redis.`)
  return { kind, file, read: () => unpacked(file, packing), isPacked: packing !== null }
}
