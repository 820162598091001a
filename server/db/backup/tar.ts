import { BackupError } from './archive.ts'

/*
 * As much of the ustar format (POSIX.1-1988) as a backup needs: regular files with short names, written and read as streams.
 */

const BLOCK = 512
const NAME = 100
const END = new Uint8Array(2 * BLOCK)

/** The head of an entry of `size` bytes. */
export function tarHead(name: string, size: number, modified: Date): Uint8Array {
  const head = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > NAME) throw new Error(`Too long a name for the archive: ${name}`)
  head.write(name, 0)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write(`${Math.floor(modified.getTime() / 1000).toString(8).padStart(11, '0')}\0`, 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\x0000', 257, 'latin1')
  head.write(`${checksumOf(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** What fills an entry of `size` bytes up to whole blocks. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)
}

/** What stands behind the last entry. */
export const tarEnd = (): Uint8Array => END

function checksumOf(head: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of head.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  return sum
}

export type TarEntry = {
  name: string
  size: number
  /** To be read to its end before the next entry is asked for. */
  body: () => AsyncGenerator<Uint8Array>
}

const broken = () => new BackupError('The file is damaged or cut off: it ends in the middle. Use another backup.')

/** The entries of an archive in order; throws a BackupError where it is cut off or is none. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)

  /** The next bytes, at most as many as wanted. */
  async function some(most: number): Promise<Uint8Array> {
    while (rest.byteLength === 0) {
      const { value, done } = await pieces.next()
      if (done) throw broken()
      rest = value as Uint8Array
    }
    const given = rest.subarray(0, most)
    rest = rest.subarray(given.byteLength)
    return given
  }

  async function exactly(size: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let left = size; left > 0;) {
      const part = await some(left)
      parts.push(part)
      left -= part.byteLength
    }
    return Buffer.concat(parts)
  }

  for (;;) {
    const head = await exactly(BLOCK)
    if (head.every((byte) => byte === 0)) {
      // To the very end, where the compressor's own sum stands.
      for (let last = await pieces.next(); !last.done;) last = await pieces.next()
      return
    }
    const textAt = (from: number, length: number) => head.toString('utf8', from, from + length).split('\0')[0]!.trim()
    if (textAt(257, 5) !== 'ustar' || Number.parseInt(textAt(148, 8), 8) !== checksumOf(head)) {
      throw new BackupError('The file is damaged, or is no backup of this program.')
    }
    const size = Number.parseInt(textAt(124, 12), 8)
    let left = size
    async function* body(): AsyncGenerator<Uint8Array> {
      while (left > 0) {
        const part = await some(left)
        left -= part.byteLength
        yield part
      }
    }
    yield { name: textAt(0, NAME), size, body }
    for await (const _ of body()) continue
    await exactly(tarPadding(size).byteLength)
  }
}
