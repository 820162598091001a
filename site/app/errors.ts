import { CallError } from '#shared/api/errors.ts'

/** A page that cannot be shown; `code` names its text in the catalog of error pages. */
export class PageError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** What crosses from server to browser of a failed page. */
export type PageErrorData = { status: number, code: string }

/** Status and code of whatever a loader threw: an error of the API on either side, a page error, or something unforeseen. */
export function pageErrorOf(thrown: unknown): PageErrorData {
  if (thrown instanceof PageError || thrown instanceof CallError) return { status: thrown.status, code: thrown.code }
  const known = thrown as Partial<PageErrorData> | null
  // The API error of the server and data that came through the document have the same two fields.
  if (known && typeof known === 'object' && typeof known.status === 'number' && typeof known.code === 'string') {
    return { status: known.status, code: known.code }
  }
  // The router's own: not even the rest of its map is a path like this one (there is a line break in it).
  if (known && typeof known === 'object' && known.status === 404) return { status: 404, code: 'not_found' }
  return { status: 500, code: 'unexpected' }
}
