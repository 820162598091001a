import { ApiError } from '#shared/api/errors.ts'

/** A text of the largest size with each of its letters escaped. */
const MAX_BYTES = 1_048_576
const MAX_FIELDS = 500

const TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data) *(;|$)/i

export const isForm = ({ headers }: Request): boolean => TYPES.test(headers.get('content-type') ?? '')

/** The text fields of a form in their order. @throws ApiError too_large, bad_request */
export async function readFields(request: Request): Promise<[string, string][]> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw new ApiError('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new ApiError('too_large')
    chunks.push(chunk)
  }
  const body = new Response(Buffer.concat(chunks), {
    headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
  })
  const form = await body.formData().catch(() => {
    throw new ApiError('bad_request')
  })
  const fields = [...form.entries()].flatMap(([name, value]): [string, string][] =>
    // Browsers send line breaks as CRLF.
    typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
  )
  if (fields.length > MAX_FIELDS) throw new ApiError('bad_request')
  return fields
}
