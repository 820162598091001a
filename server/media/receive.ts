import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import Busboy from '@fastify/busboy'
import { ApiError, invalidField } from '#shared/api/errors.ts'

/** What a form takes besides its file: boundaries, heads of parts, a few short fields. */
const FRAME = 65_536
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 1024, headerPairs: 50, headerSize: 8192 }

export type ReceivedFile = {
  path: string
  /** In bytes. */
  size: number
  remove: () => Promise<void>
}

type Parser = InstanceType<typeof Busboy>

/** What the parser has given of the file and nobody has written yet. */
type Part = { waiting: Buffer[], size: number, isOver: boolean }

function parserOf(contentType: string, field: string, limit: number, part: Part): Parser {
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    isPartAFile: (name) => name === field,
    limits: { ...LIMITS, fileSize: limit },
  })
  return parser.on('file', (_, stream) => {
    stream.on('data', (bytes: Buffer) => {
      part.size += bytes.length
      part.waiting.push(bytes)
    })
    stream.on('limit', () => { part.isOver = true })
    // The parser says it too.
    stream.on('error', () => {})
  })
}

/** Whoever sends breaks off, or sends what is no form: nothing of ours is wrong. */
async function theirs<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch {
    throw new ApiError('bad_request')
  }
}

async function write(file: FileHandle, part: Part): Promise<void> {
  const pieces = part.waiting.splice(0)
  if (pieces.length > 0) await file.writev(pieces)
}

/** Pours the file of a form out as it comes; the sender waits while the disk does. */
async function pour(body: ReadableStream<Uint8Array>, file: FileHandle, limit: number, parser: Parser, part: Part): Promise<void> {
  const finished = new Promise<void>((resolve, reject) => parser.on('finish', resolve).on('error', reject))
  finished.catch(() => {})
  const parsed = (bytes: Uint8Array) => new Promise<void>((resolve) => {
    parser.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), () => resolve())
  })
  const reader = body.getReader()
  let total = 0
  try {
    for (;;) {
      const { value, done } = await theirs(reader.read())
      if (done) break
      total += value.length
      await theirs(Promise.race([parsed(value), finished]))
      await write(file, part)
      if (part.isOver || total > limit + FRAME) throw new ApiError('too_large')
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  parser.end()
  await theirs(finished)
  await write(file, part)
}

/**
 * Reads the file in `field` of a multipart form into a new file in `folder`, never more than a piece of it in memory, and
 * stops reading at `limit` bytes. What is refused or broken off leaves nothing behind.
 * @throws ApiError too_large, invalid (no such file), bad_request (broken off, or no form)
 */
export async function receiveFile(
  request: Request | null, { field, limit, folder }: { field: string, limit: number, folder: string },
): Promise<ReceivedFile> {
  const contentType = request?.headers.get('content-type') ?? ''
  if (!request?.body || !/^multipart\/form-data *;.*boundary=/i.test(contentType)) throw invalidField(field, 'required')
  if (Number(request.headers.get('content-length') ?? 0) > limit + FRAME) throw new ApiError('too_large')
  await mkdir(folder, { recursive: true })
  const path = join(folder, crypto.randomUUID())
  const remove = () => rm(path, { force: true })
  const part: Part = { waiting: [], size: 0, isOver: false }
  const file = await open(path, 'wx', 0o600)
  try {
    const parser = await theirs((async () => parserOf(contentType, field, limit, part))())
    await pour(request.body as ReadableStream<Uint8Array>, file, limit, parser, part)
    if ((await file.stat()).size !== part.size) throw new Error('The disk took only a part of an upload')
    if (part.size === 0) throw invalidField(field, 'required')
  } catch (error) {
    await remove()
    throw error
  } finally {
    await file.close()
  }
  return { path, size: part.size, remove }
}
