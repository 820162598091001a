import { writevSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import { boundaryOf, createFormReader, type FormReader } from './multipart.ts'

const MAX_FORM_OVERHEAD = 65_536

export type ReceivedFile = { path: string; size: number; remove: () => Promise<void> }

async function asBadRequest<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action()
  } catch {
    throw new ApiError('bad_request')
  }
}

const received = new WeakMap<Request, ReceivedFile>()

/** Sets the file that `receiveFile` returns for a request whose body has already been read. */
export const setReceived = (request: Request, file: ReceivedFile): void => void received.set(request, file)

/** Frees the memory of a chunk at once: until the garbage collector runs, megabytes would pile up. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

async function writeToFile(
  body: ReadableStream<Uint8Array>,
  file: number,
  limit: number,
  form: FormReader,
): Promise<number> {
  const reader = body.getReader()
  let [total, size] = [0, 0]
  try {
    for (;;) {
      const { value, done } = await asBadRequest(() => reader.read())
      if (done) break
      total += value.length
      const found = await asBadRequest(() => form.read(Buffer.from(value.buffer, value.byteOffset, value.length)))
      for (const bytes of found) size += bytes.length
      if (size > limit || total > limit + MAX_FORM_OVERHEAD) throw new ApiError('too_large')
      // During an asynchronous write the sender's next megabytes would pile up in memory.
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
 * A refused or interrupted upload leaves no file. @throws ApiError too_large, invalid (no such field), bad_request
 * (interrupted, or no form)
 */
export async function receiveFile(
  request: Request | null,
  { field, alias, limit, folder }: { field: string; alias?: string | undefined; limit: number; folder: string },
): Promise<ReceivedFile> {
  const known = request && received.get(request)
  if (known && known.size > limit) throw new ApiError('too_large')
  if (known) return known
  const boundary = boundaryOf(request?.headers.get('content-type') ?? '')
  if (!request?.body || boundary === null) throw invalidField(field, 'required')
  if (Number(request.headers.get('content-length') ?? 0) > limit + MAX_FORM_OVERHEAD) throw new ApiError('too_large')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, crypto.randomUUID())
  const remove = () => rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const size = await writeToFile(
      request.body as ReadableStream<Uint8Array>,
      file.fd,
      limit,
      createFormReader(boundary, field, alias),
    )
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
