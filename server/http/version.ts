import type { Context } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { VERSIONS } from '#shared/api/versions/versions.ts'
import type { HttpEnv } from './request.ts'

const HEADER = 'watek-version'
const NEWEST = VERSIONS.at(-1)!.date

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Returns the date in the header Watek-Version, or the newest contract date if it is missing. Throws `bad_version`. */
export function versionOf(c: Context<HttpEnv>): string {
  const asked = c.req.header(HEADER)
  if (asked === undefined) return NEWEST
  if (!isDate(asked)) throw new ApiError('bad_version')
  c.header(HEADER, VERSIONS.findLast(({ date }) => date <= asked)?.date ?? VERSIONS[0]!.date)
  return asked
}
