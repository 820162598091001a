import { createReadStream } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib'
import { promisify } from 'node:util'
import tar, { type Header } from 'tar-stream'
import { HOME, INFO_FILE, parseInfo, ReleaseError, VERSIONS, type ReleaseInfo } from './layout.ts'

/** `content` is the path of a file on disk, or the bytes themselves. */
export type Entry = { name: string } & (
  | { kind: 'file'; content: string | Uint8Array; isExecutable: boolean }
  | { kind: 'link'; target: string }
)

const LEVEL = 12
const PARALLEL_FILES = 16
const LARGE = 4 * 1_048_576

/** Compares names by their bytes, independently of the locale. */
const byName = (a: Entry, b: Entry) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))

/** Entries are sorted, with one owner and one time, so that the archive is reproducible. */
export async function packRelease(entries: Entry[], mtime: Date, level = LEVEL): Promise<Buffer> {
  const pack = tar.pack()
  const collected = Array.fromAsync(pack as AsyncIterable<Uint8Array>)
  const common = { mtime, uid: 0, gid: 0, uname: 'root', gname: 'root' }
  for (const entry of entries.toSorted(byName)) {
    const header =
      entry.kind === 'link'
        ? { ...common, name: entry.name, type: 'symlink' as const, linkname: entry.target, mode: 0o777 }
        : { ...common, name: entry.name, mode: entry.isExecutable ? 0o755 : 0o644 }
    const content =
      entry.kind === 'link'
        ? ''
        : typeof entry.content === 'string'
          ? await readFile(entry.content)
          : Buffer.from(entry.content)
    await new Promise<void>((resolve, reject) => {
      pack.entry(header, content, (error) => (error ? reject(error) : resolve()))
    })
  }
  pack.finalize()
  return await promisify(zstdCompress)(Buffer.concat(await collected), {
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  })
}

type TarEntry = AsyncIterable<Uint8Array> & { header: Header; resume: () => void }

async function* entriesOf(file: string, hash?: Bun.CryptoHasher): AsyncGenerator<TarEntry> {
  const source = createReadStream(file, { highWaterMark: 1_048_576 })
  const zstd = createZstdDecompress()
  const extract = tar.extract()
  source.on('data', (piece) => hash?.update(piece as Uint8Array))
  source.on('error', (error) => zstd.destroy(error))
  zstd.on('error', (error) => extract.destroy(error))
  source.pipe(zstd).pipe(extract)
  try {
    for await (const entry of extract) yield entry as unknown as TarEntry
  } finally {
    for (const stream of [source, zstd, extract]) stream.destroy()
  }
}

async function contentOf(entry: TarEntry): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(entry))
}

/** The release info is before all large files, so that these need not be unpacked. @throws ReleaseError */
export async function readInfo(file: string): Promise<ReleaseInfo> {
  try {
    for await (const entry of entriesOf(file)) {
      if (entry.header.name !== `${HOME}/${INFO_FILE}`) {
        if (entry.header.name > `${HOME}/${INFO_FILE}`) break
        entry.resume()
        continue
      }
      return parseInfo((await contentOf(entry)).toString())
    }
  } catch (error) {
    if (error instanceof ReleaseError) throw error
    throw new ReleaseError(`The file cannot be read as a release: ${(error as Error).message}.`)
  }
  return parseInfo('')
}

/** Null for an entry outside the version's folder. @throws ReleaseError if the path leads out of the release */
function placeOf(name: string, version: string): string | null {
  const beginning = `${HOME}/${VERSIONS}/${version}/`
  const isPlain = posix.normalize(name) === name && !name.split('/').includes('..') && !name.includes('\0')
  if (!isPlain || !name.startsWith(`${HOME}/`))
    throw new ReleaseError(`The file holds a path that it may not: ${name}.`)
  return name.startsWith(beginning) ? name.slice(beginning.length) : null
}

function refuseForeignLink(place: string, target: string): void {
  const reached = posix.normalize(posix.join(posix.dirname(place), target))
  if (posix.isAbsolute(target) || reached.startsWith('..'))
    throw new ReleaseError(`The file holds a link that leads out of it: ${place}.`)
}

/** Small files are written concurrently, but memory holds only one large file. */
async function writeFileOf(path: string, entry: TarEntry, writing: Set<Promise<void>>): Promise<void> {
  const content = await contentOf(entry)
  const written = writeFile(path, content, { mode: entry.header.mode === 0o755 ? 0o755 : 0o644, flag: 'wx' })
  writing.add(written)
  void written.finally(() => writing.delete(written)).catch(() => {})
  if (writing.size >= PARALLEL_FILES || content.length > LARGE) await written
}

/** `folder` must be empty. Returns the SHA-512 of the archive. @throws ReleaseError */
export async function unpackRelease(file: string, version: string, folder: string): Promise<Buffer> {
  const hash = new Bun.CryptoHasher('sha512')
  let count = 0
  const made = new Set<string>()
  const writing = new Set<Promise<void>>()
  try {
    for await (const entry of entriesOf(file, hash)) {
      const place = placeOf(entry.header.name, version)
      if (place === null || entry.header.type === 'directory') {
        entry.resume()
        continue
      }
      const path = join(folder, place)
      count += 1
      if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o755 })
      made.add(dirname(path))
      if (entry.header.type === 'symlink') {
        refuseForeignLink(place, entry.header.linkname ?? '')
        await symlink(entry.header.linkname!, path)
        entry.resume()
      } else if (entry.header.type === 'file') {
        await writeFileOf(path, entry, writing)
      } else throw new ReleaseError(`The file holds something that is neither file nor link: ${place}.`)
    }
    await Promise.all(writing)
    // The end of the compressed data can be missing without an error, so files are counted; `files` lacks release.json.
    if (count !== parseInfo(await readFile(join(folder, INFO_FILE), 'utf8')).files + 1)
      throw new Error('files are missing')
  } catch (error) {
    await Promise.allSettled(writing)
    throw error instanceof ReleaseError || isOfDisk(error) ? error : damaged(error)
  }
  // The whole file system is synced, because a sync for each of thousands of files would take minutes on a slow disk.
  if (Bun.which('sync')) await Bun.spawn(['sync', '-f', folder], { stdout: 'ignore', stderr: 'ignore' }).exited
  return hash.digest() as Buffer
}

const isOfDisk = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))

const codeOf = (error: unknown) => String((error as { code?: unknown }).code)

const damaged = (error: unknown) => new ReleaseError(`The file is damaged or cut off: ${(error as Error).message}.`)
