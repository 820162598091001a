import { ApiError } from '#shared/api/errors.ts'

/** Maximum size of a body: the longest text has 240,000 bytes, and reading a body of this size takes up to 30 ms. */
const MAX_BYTES = 262_144

/** Other content types are refused, because pages of other origins can send text/plain without a preflight. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  const isJson = /^application\/json *(;|$)/i.test(type)
  if (type !== '' && !isJson) throw new ApiError('not_json')
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw new ApiError('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new ApiError('too_large')
    chunks.push(chunk)
  }
  if (size === 0) return {}
  if (!isJson) throw new ApiError('not_json')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new ApiError('bad_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('bad_json')
  return value as Record<string, unknown>
}
