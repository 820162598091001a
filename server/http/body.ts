import { ApiError } from '#shared/api/errors.ts'

/** The longest text of the product in JSON's most wasteful spelling stays well below this, in bytes. */
const MOST = 1_048_576

/** The JSON object of a request body; an empty body is an empty object. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST) throw new ApiError('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MOST) throw new ApiError('too_large')
    chunks.push(chunk)
  }
  if (size === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new ApiError('bad_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('bad_json')
  return value as Record<string, unknown>
}
