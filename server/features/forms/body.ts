import { writevSync } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS, UPLOAD } from '#shared/limits.ts'
import { boundaryOf, createPartsReader, type PartHead } from '#server/media/multipart.ts'
import { release, type ReceivedFile } from '#server/media/receive.ts'

export type Fields = [name: string, text: string][]

/** A file that was sent with a form and is not checked yet. */
export type SentFile = ReceivedFile & { field: string }

export type FormBody = { fields: Fields; files: SentFile[] }

export const lastOf = (fields: Fields, name: string): string | undefined =>
  fields.findLast(([known]) => known === name)?.[1]

/** Maximum size of a form's texts in bytes: room for the longest text with every character escaped. */
const MAX_BYTES = 1_048_576
const MAX_FIELDS = 500

const TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data) *(;|$)/i

export const isForm = ({ headers }: Request): boolean => TYPES.test(headers.get('content-type') ?? '')

/** Browsers send line breaks as CRLF, while texts are stored with LF. */
const fieldOf = (name: string, text: string): [string, string] => [name, text.replaceAll('\r\n', '\n')]

/** `folder` is null where no files are allowed. @throws ApiError too_large, bad_request */
export async function readForm(request: Request, folder: string | null): Promise<FormBody> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const limit = MAX_BYTES + (boundary !== null && folder !== null ? UPLOAD.file : 0)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new ApiError('too_large')
  if (boundary !== null) return readParts(request, boundary, { folder, limit })
  let text = ''
  const decoder = new TextDecoder()
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new ApiError('too_large')
    text += decoder.decode(chunk, { stream: true })
  }
  const fields = [...new URLSearchParams(text + decoder.decode())].map(([name, value]) => fieldOf(name, value))
  if (fields.length > MAX_FIELDS) throw new ApiError('bad_request')
  return { fields, files: [] }
}

/** @throws ApiError too_large, bad_request */
export const readFields = async (request: Request): Promise<Fields> => (await readForm(request, null)).fields

type OpenFile = { field: string; path: string; file: FileHandle; size: number }

async function readParts(
  request: Request,
  boundary: string,
  { folder, limit }: { folder: string | null; limit: number },
): Promise<FormBody> {
  const fields: Fields = []
  const opened: OpenFile[] = []
  // Headers and contents of form parts that the parser found in the last chunk of the body, in order.
  let heard: (PartHead | Buffer)[] = []
  const parts = createPartsReader(boundary, MAX_FIELDS, {
    head: (head) => heard.push(head),
    content: (bytes) => heard.push(bytes),
  })
  let current: { text: Buffer[]; name: string } | OpenFile | null = null
  let textBytes = 0

  function endPart(): void {
    if (current && 'text' in current) fields.push(fieldOf(current.name, Buffer.concat(current.text).toString()))
    current = null
  }

  async function beginPart({ name, filename }: PartHead): Promise<void> {
    endPart()
    if (name === null || filename === '') return
    if (filename === null) return void (current = { text: [], name })
    if (folder === null) return
    if (opened.length === LIMITS.images) throw new ApiError('too_large')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, crypto.randomUUID())
    current = { field: name, path, file: await open(path, 'wx', 0o600), size: 0 }
    opened.push(current)
  }

  function addContent(bytes: Buffer): void {
    if (current === null) return
    if ('text' in current) {
      textBytes += bytes.length
      if (textBytes > MAX_BYTES) throw new ApiError('too_large')
      current.text.push(Buffer.from(bytes))
    } else {
      current.size += bytes.length
      // An asynchronous write would let the rest of the upload pile up in memory.
      writevSync(current.file.fd, [bytes])
    }
  }

  const removeAll = () => Promise.all(opened.map(({ path }) => rm(path, { force: true })))
  try {
    let total = 0
    for await (const chunk of request.body ?? []) {
      total += chunk.byteLength
      if (total > limit) throw new ApiError('too_large')
      heard = []
      readPiece(parts.read, chunk)
      for (const one of heard) {
        if (Buffer.isBuffer(one)) addContent(one)
        else await beginPart(one)
      }
      release(chunk)
    }
    if (!parts.isOver()) throw new ApiError('bad_request')
    endPart()
  } catch (error) {
    await removeAll()
    throw error
  } finally {
    await Promise.all(opened.map(({ file }) => file.close()))
  }
  const empty = opened.filter(({ size }) => size === 0)
  await Promise.all(empty.map(({ path }) => rm(path, { force: true })))
  const files = opened
    .filter(({ size }) => size > 0)
    .map(({ field, path, size }) => ({ field, path, size, remove: () => rm(path, { force: true }) }))
  return { fields, files }
}

function readPiece(read: (piece: Buffer) => void, { buffer, byteOffset, length }: Uint8Array): void {
  try {
    read(Buffer.from(buffer, byteOffset, length))
  } catch {
    throw new ApiError('bad_request')
  }
}
