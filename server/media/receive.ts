import { writevSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import { boundaryOf, createFormReader, type FormReader } from './multipart.ts'

/** Bytes that a form may have besides its file: boundaries, heads, a few short fields. */
const FRAME = 65_536

export type ReceivedFile = {
  path: string
  /** In bytes. */
  size: number
  remove: () => Promise<void>
}

/** Whoever sends breaks off, or sends what is no form: nothing of ours is wrong. */
async function theirs<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    throw new ApiError('bad_request')
  }
}

/** Gives the memory of a piece back at once: the collector lets megabytes of them pile up. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Pours the file of a form out as it comes, while the sender waits for the disk; returns its size. */
async function pour(body: ReadableStream<Uint8Array>, file: number, limit: number, form: FormReader): Promise<number> {
  const reader = body.getReader()
  let [total, size] = [0, 0]
  try {
    for (;;) {
      const { value, done } = await theirs(() => reader.read())
      if (done) break
      total += value.length
      const found = await theirs(() => form.read(Buffer.from(value.buffer, value.byteOffset, value.length)))
      for (const bytes of found) size += bytes.length
      if (size > limit || total > limit + FRAME) throw new ApiError('too_large')
      // At once, as web servers do it: while a thread is waited for, the sender's next megabytes pile up.
      if (found.length > 0) writevSync(file, found)
      release(value)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (!form.isOver()) throw new ApiError('bad_request')
  return size
}

/**
 * Reads the file in `field` of a multipart form into a new file in `folder`, never more than a piece of it in memory, and
 * stops reading at `limit` bytes. What is refused or broken off leaves nothing behind.
 * @throws ApiError too_large, invalid (no such file), bad_request (broken off, or no form)
 */
export async function receiveFile(
  request: Request | null, { field, limit, folder }: { field: string, limit: number, folder: string },
): Promise<ReceivedFile> {
  const boundary = boundaryOf(request?.headers.get('content-type') ?? '')
  if (!request?.body || boundary === null) throw invalidField(field, 'required')
  if (Number(request.headers.get('content-length') ?? 0) > limit + FRAME) throw new ApiError('too_large')
  await mkdir(folder, { recursive: true })
  const path = join(folder, crypto.randomUUID())
  const remove = () => rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const size = await pour(request.body as ReadableStream<Uint8Array>, file.fd, limit, createFormReader(boundary, field))
    if (size === 0) throw invalidField(field, 'required')
    if ((await file.stat()).size !== size) throw new Error('The disk took only a part of an upload')
    return { path, size, remove }
  } catch (error) {
    await remove()
    throw error
  } finally {
    await file.close()
  }
}
