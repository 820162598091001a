import * as v from 'valibot'

/** The message is one sentence with the reason and the remedy. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Version of the archive layout; a program reads its own version and older ones. */
export const FORMAT = 1

/*
 * A backup is a tar archive compressed by Zstandard, so that `tar --zstd -tf` lists it:
 *   head.json              version, migrations and tables of the database
 *   tables/post/000001     rows of a table as COPY writes text, in pieces, one table after the other
 *   media/i/ab/abcd.webp   uploaded files
 *  manifest.json rows, bytes and SHA-256 of each table, and of all media together: without it the file is incomplete
 */
export const HEAD = 'head.json'
export const MANIFEST = 'manifest.json'
export const TABLES = 'tables/'
export const MEDIA = 'media/'

export const JOBS = 'jobs'

/** A restore empties these tables, since an ended login session or a used link must not work again. */
export const ENDED_TABLES: readonly string[] = ['session', 'admin_token', 'email_token']

/** `checksum` does not depend on the order of the rows; it is empty in backups of older versions. */
const digest = v.object({
  rows: v.number(),
  bytes: v.number(),
  sha256: v.string(),
  checksum: v.optional(v.string(), ''),
})

export const headSchema = v.object({
  format: v.number(),
  version: v.string(),
  created_at: v.string(),
  migrations: v.array(v.object({ hash: v.string(), created_at: v.number() })),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
  sequences: v.array(v.object({ name: v.string(), last_value: v.string() })),
})
export type Head = v.InferOutput<typeof headSchema>

export const manifestSchema = v.object({
  tables: v.record(v.string(), digest),
  media: v.object({ files: v.number(), bytes: v.number(), sha256: v.string() }),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

type Digest = v.InferOutput<typeof digest>

const CHECKSUM_RANGE = 2 ** 48
const SECOND_SEED = 7

/** Adds up two 32-bit hashes of each row, in 30 ns per row; a chunk may end within a row. */
function createChecksum() {
  let [first, second] = [0, 0]
  let partial: Uint8Array[] = []
  return {
    row(end: Uint8Array): void {
      const row = partial.length === 0 ? end : Buffer.concat([...partial, end])
      partial = []
      first = (first + Bun.hash.xxHash32(row)) % CHECKSUM_RANGE
      second = (second + Bun.hash.xxHash32(row, SECOND_SEED)) % CHECKSUM_RANGE
    },
    begin(start: Uint8Array): void {
      if (start.byteLength > 0) partial.push(Buffer.from(start))
    },
    end: () => first.toString(16).padStart(12, '0') + second.toString(16).padStart(12, '0'),
  }
}

export function createDigest() {
  const hasher = new Bun.CryptoHasher('sha256')
  const checksum = createChecksum()
  let [rows, bytes] = [0, 0]
  return {
    add(piece: Uint8Array): void {
      hasher.update(piece)
      bytes += piece.byteLength
      let from = 0
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
        checksum.row(piece.subarray(from, at))
        from = at + 1
        rows += 1
      }
      checksum.begin(piece.subarray(from))
    },
    rows: () => rows,
    end: (): Digest => ({ rows, bytes, sha256: hasher.digest('hex'), checksum: checksum.end() }),
  }
}

export function createMediaDigest() {
  const hasher = new Bun.CryptoHasher('sha256')
  let [files, bytes] = [0, 0]
  return {
    begin(key: string, size: number): void {
      hasher.update(`${key}\0${size}\0`)
      files += 1
      bytes += size
    },
    add: (piece: Uint8Array) => {
      hasher.update(piece)
    },
    files: () => files,
    end: (): Manifest['media'] => ({ files, bytes, sha256: hasher.digest('hex') }),
  }
}

export type SampledFile = { key: string; size: number; sha256: string }

const SAMPLED_FILES = 20

export const sha256Of = (content: Uint8Array): string => new Bun.CryptoHasher('sha256').update(content).digest('hex')

/** Every offered file is in the sample with the same probability. */
export function createSample(size = SAMPLED_FILES) {
  const files: SampledFile[] = []
  let offered = 0
  return {
    offer(key: string, content: Uint8Array): void {
      offered += 1
      const at = files.length < size ? files.length : Math.floor(Math.random() * offered)
      if (at < size) files[at] = { key, size: content.byteLength, sha256: sha256Of(content) }
    },
    files: () => files,
  }
}
