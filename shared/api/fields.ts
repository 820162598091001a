import * as v from 'valibot'
import { LIMITS } from '../limits.ts'

/** The last id that a column of type integer can hold: beyond it nothing exists. */
const LAST_ID = 2_147_483_647

/** A positive integer, or digits made one. */
export const id = v.union(
  [
    v.pipe(v.number(), v.integer(), v.minValue(1), v.transform((value) => Math.min(value, LAST_ID))),
    v.pipe(v.string(), v.regex(/^0*[1-9]\d{0,18}$/), v.transform((value) => Math.min(Number(value), LAST_ID))),
  ],
  'id',
)

const digits = v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number))

/** A whole number within bounds, or digits made one; absent it is `fallback`. */
export function count(min: number, max: number, fallback: number) {
  return v.optional(
    v.pipe(v.union([v.pipe(v.number(), v.integer()), digits], 'number'), v.minValue(min, 'range'), v.maxValue(max, 'range')),
    fallback,
  )
}

/** The length of a list page, 1 to 100. */
export const limit = (fallback: number) => count(1, LIMITS.listLimit, fallback)

/** How many rows of a list to pass over, at most 10,000. */
export const offset = count(0, LIMITS.offset, 0)

/** A boolean, or the words true and false of a query. */
export const flag = v.union(
  [v.boolean(), v.pipe(v.picklist(['true', 'false']), v.transform((word) => word === 'true'))],
  'boolean',
)

/** Which variant a public list is for: true gives adult communities only. */
export const nsfw = v.optional(flag, false)

/** The opaque place where the next page begins. */
export const cursor = v.optional(v.pipe(v.string(), v.maxLength(400, 'cursor')))

/** Trimmed text without what PostgreSQL and UTF-8 cannot hold (NUL, lone surrogates); lengths count UTF-16 units. */
export function text(min: number, max: number, issue: string) {
  return v.pipe(
    v.string('required'),
    v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
    v.check((value) => value.length > 0 || min === 0, 'required'),
    v.minLength(min, issue),
    v.maxLength(max, issue),
  )
}

/** Like `text`, where an absent or null value is the empty text. */
export function optionalText(max: number, issue: string) {
  return v.pipe(
    v.nullish(v.string('text'), ''),
    v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
    v.maxLength(max, issue),
  )
}

/** A query of a search box; longer ones are cut, for nothing is found by them. */
export const query = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim().slice(0, LIMITS.searchQuery)),
)

/** The name of a person, community or table in a path. A longer one is cut, not refused: nothing is called that, so it is not found. */
export const nameInPath = v.pipe(v.string(), v.transform((value) => value.slice(0, 100)))

/** An e-mail address as browsers accept it, at most 254 characters. */
export const email = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(LIMITS.email, 'email'),
  v.regex(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/, 'email'),
)

/** The path of an upload, or nothing. */
export const mediaUrl = v.pipe(
  v.nullish(v.string('media'), null),
  v.transform((value) => value?.toWellFormed().replaceAll('\0', '').trim() || null),
  v.nullable(v.pipe(v.string(), v.maxLength(LIMITS.iconUrl, 'media'))),
)

/** A moment on the wire: ISO 8601 in UTC. A handler may return a Date. */
export const time = v.pipe(
  v.union([v.date(), v.string()]),
  v.transform((value) => (value instanceof Date ? value.toISOString() : value)),
)

export const success = v.object({ success: v.literal(true) })

export const nothing = v.object({})
