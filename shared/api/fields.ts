import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { CAPTIONS_LANGS } from '../rules/captions.ts'
import { canonicalLink } from '../rules/link-url.ts'

export const LAST_ID = 2_147_483_647

const idUpTo = (last: number) =>
  v.union(
    [
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.transform((value) => Math.min(value, last)),
      ),
      v.pipe(
        v.string(),
        v.regex(/^0*[1-9]\d{0,18}$/),
        v.transform((value) => Math.min(Number(value), last)),
      ),
    ],
    'id',
  )

export const id = idUpTo(LAST_ID)

/** Ids up to LAST_ID are notifications, higher ones are groups of notifications. */
export const notificationId = idUpTo(2 * LAST_ID)

const digits = v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number))

export function count(min: number, max: number, fallback: number) {
  return v.optional(
    v.pipe(
      v.union([v.pipe(v.number(), v.integer()), digits], 'number'),
      v.minValue(min, 'range'),
      v.maxValue(max, 'range'),
    ),
    fallback,
  )
}

export const year = v.pipe(
  v.union([v.pipe(v.number(), v.integer()), digits], 'number'),
  v.minValue(2000, 'range'),
  v.maxValue(9998, 'range'),
)

export const limit = (fallback: number) => count(1, LIMITS.listLimit, fallback)

export const offset = count(0, LIMITS.offset, 0)

export const flag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((word) => word === 'true'),
    ),
  ],
  'boolean',
)

/** true selects adult communities only. */
export const nsfw = v.optional(flag, false)

export const cursor = v.optional(v.pipe(v.string(), v.maxLength(400, 'cursor')))

/** Removes characters that PostgreSQL or UTF-8 cannot store; lengths are in UTF-16 units. */
export function text(min: number, max: number, issue: string) {
  return v.pipe(
    v.string('required'),
    v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
    v.check((value) => value.length > 0 || min === 0, 'required'),
    v.minLength(min, issue),
    v.maxLength(max, issue),
  )
}

export function optionalText(max: number, issue: string) {
  return v.pipe(
    v.nullish(v.string('text'), ''),
    v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
    v.maxLength(max, issue),
  )
}

/** A query that is too long finds nothing anyway, so it is truncated instead of refused. */
export const query = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim().slice(0, LIMITS.searchQuery)),
)

/** Names are shorter than 100 characters, so a truncated name gets a 404 instead of a validation error. */
export const nameInPath = v.pipe(
  v.string(),
  v.transform((value) => value.slice(0, 100)),
)

/** A label of a host name, at most 63 characters. */
const HOST_PART = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${HOST_PART}(?:\\.${HOST_PART})+$`)

export const email = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(LIMITS.email, 'email'),
  v.regex(EMAIL, 'email'),
)

export const mediaUrl = v.pipe(
  v.nullish(v.string('media'), null),
  v.transform((value) => value?.toWellFormed().replaceAll('\0', '').trim() || null),
  v.nullable(v.pipe(v.string(), v.maxLength(LIMITS.iconUrl, 'media'))),
)

const captionsLang = v.nullish(v.picklist(CAPTIONS_LANGS, 'captions_lang'), null)

/** Fields of the video in a new post or comment. */
export const newVideoTexts = {
  captions_url: mediaUrl,
  captions_lang: captionsLang,
  video_alt: optionalText(LIMITS.videoAlt, 'video_alt_long'),
}

/** Fields of the video in an edit; omitted fields stay unchanged. */
export const editedVideoTexts = {
  captions_url: v.optional(mediaUrl),
  captions_lang: v.optional(captionsLang),
  video_alt: v.optional(optionalText(LIMITS.videoAlt, 'video_alt_long')),
}

export const link = v.pipe(
  v.string('link'),
  v.check((value) => canonicalLink(value) !== null, 'link'),
  v.transform((value) => canonicalLink(value)!),
)

/** Times are ISO 8601 in UTC; a handler may return a Date. */
export const time = v.pipe(
  v.union([v.date(), v.string()]),
  v.transform((value) => (value instanceof Date ? value.toISOString() : value)),
)

/** A honeypot: a hidden field that people leave empty and robots fill in. */
export const website = v.optional(v.nullable(v.pipe(v.string('robot'), v.trim(), v.maxLength(0, 'robot'))))

/** Fields that detect robots; only the site's forms send them. */
export const forPeople = (minMs: number) => ({
  website,
  elapsed_ms: v.optional(v.nullable(v.pipe(v.number('number'), v.minValue(minMs, 'too_fast')))),
})

export const success = v.object({ success: v.literal(true) })

export const nothing = v.object({})
