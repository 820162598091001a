import { redirect } from 'react-router-dom'
import { CallError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'

export class PageError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export type PageErrorData = { status: number; code: string }

export function pageErrorOf(thrown: unknown): PageErrorData {
  if (thrown instanceof PageError || thrown instanceof CallError) return { status: thrown.status, code: thrown.code }
  const known = thrown as Partial<PageErrorData> | null
  // Also matches deserialized errors, which are not instances of the classes above.
  if (known && typeof known === 'object' && typeof known.status === 'number' && typeof known.code === 'string') {
    return { status: known.status, code: known.code }
  }
  // React Router has 404 errors of its own, for example for a path with a line break.
  if (known && typeof known === 'object' && known.status === 404) return { status: 404, code: 'not_found' }
  return { status: 500, code: 'unexpected' }
}

/** Redirects to the login page if the login session has ended, and back after the login. */
export async function orLogin<T>(call: Promise<T>, path: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (pageErrorOf(error).status === 401) throw redirect(paths.login(path))
    throw error
  }
}
