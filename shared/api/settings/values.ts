import * as v from 'valibot'
import { LIMITS } from '../../limits.ts'
import { isPossibleAccent } from '../../rules/accent.ts'
import { email } from '../fields.ts'

const HOST = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/
// oxlint-disable-next-line no-control-regex -- A line holds none of them.
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

const cleaned = v.pipe(
  v.string('text'),
  v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
)

export const line = (min: number, max: number) =>
  v.pipe(
    cleaned,
    v.check((value) => min === 0 || value !== '', 'required'),
    v.check((value) => !CONTROL.test(value), 'setting_line'),
    v.maxLength(max, 'setting_long'),
  )

export const markdown = (max: number) => v.pipe(cleaned, v.maxLength(max, 'setting_long'))

export const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number('number'), v.integer('number'), v.minValue(min, 'range'), v.maxValue(max, 'range'))

export const flag = v.boolean('boolean')

export const oneOf = <const T extends readonly string[]>(options: T) => v.picklist(options, 'setting_choice')

/** At least one option, without duplicates, in the order of `options`. */
export const someOf = <const T extends readonly string[]>(options: T) =>
  v.pipe(
    v.array(oneOf(options), 'setting_choice'),
    v.minLength(1, 'setting_choices'),
    v.transform((chosen) => options.filter((option): option is T[number] => chosen.includes(option))),
  )

export const picture = v.nullable(
  v.pipe(v.string('media'), v.trim(), v.minLength(1, 'media'), v.maxLength(500, 'media')),
)

export const domains = v.pipe(
  v.array(
    v.pipe(
      v.string('setting_domains'),
      v.transform((name) => name.trim().replace(/^@/, '').toLowerCase()),
      v.regex(HOST, 'setting_domains'),
    ),
    'setting_domains',
  ),
  v.transform((names) => [...new Set(names)]),
  v.maxLength(LIMITS.mailDomains, 'setting_many'),
)

const time = v.nullable(
  v.pipe(
    v.string('setting_time'),
    v.check((value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)), 'setting_time'),
    v.transform((value) => new Date(value).toISOString()),
  ),
)

export const announcements = v.pipe(
  v.array(
    v.pipe(
      v.object(
        {
          text_pl: line(0, LIMITS.announcement),
          text_en: line(0, LIMITS.announcement),
          kind: oneOf(['info', 'warning']),
          audience: oneOf(['all', 'members', 'staff']),
          starts_at: v.optional(time, null),
          ends_at: v.optional(time, null),
        },
        'setting_choice',
      ),
      v.check(({ text_pl, text_en }) => text_pl !== '' || text_en !== '', 'required'),
      v.check(
        ({ starts_at, ends_at }) => starts_at === null || ends_at === null || starts_at < ends_at,
        'setting_ends',
      ),
    ),
    'setting_choice',
  ),
  v.maxLength(LIMITS.announcements, 'setting_many'),
)

/** 'Name <name@example.org>', or an e-mail address alone. */
export const sender = v.pipe(
  line(1, LIMITS.mailSender),
  v.regex(/^(?:[^<>@"]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'setting_sender'),
)

export const smtpUrl = v.nullable(
  v.pipe(
    v.string('setting_smtp'),
    v.trim(),
    v.maxLength(1_000, 'setting_smtp'),
    v.check((value) => {
      const url = URL.parse(value)
      return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    }, 'setting_smtp'),
  ),
)

export const contactEmail = email

const hue = (variant: 'normal' | 'adult') =>
  v.pipe(
    wholeNumber(0, 359),
    v.check((degrees) => isPossibleAccent(variant, degrees), 'setting_accent'),
  )

/** Hues in degrees. */
export const accent = v.object({ normal: hue('normal'), adult: hue('adult') }, 'setting_accent')

/** A folder of the server or an S3 URL; null stores backups in DATA_DIR. */
export const backupPlace = v.nullable(
  v.pipe(
    line(1, 1_000),
    v.regex(/^(?:\/[^\0]*|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[^\s?#]*)?)$/, 'setting_backup_place'),
  ),
)

export const ageRecipient = v.nullable(
  v.pipe(
    v.string('setting_recipient'),
    v.trim(),
    v.regex(/^age1(?:pq1)?[02-9ac-hj-np-z]{50,3000}$/, 'setting_recipient'),
  ),
)

export const httpAddress = v.nullable(
  v.pipe(
    line(1, 500),
    v.check((value) => /^https?:\/\/[^\s]+$/.test(value) && URL.parse(value) !== null, 'setting_address'),
    v.transform((value) => value.replace(/\/+$/, '')),
  ),
)

export const secretLine = (max: number) => v.nullable(line(1, max))

/** The issuer stays exactly as the provider spells it, with or without a trailing slash. */
export const issuer = v.nullable(
  v.pipe(
    line(1, 500),
    v.check((value) => /^https?:\/\/[^\s?#]+$/.test(value) && URL.parse(value) !== null, 'setting_address'),
  ),
)

export const scopes = v.pipe(
  line(1, 200),
  v.transform((value) => [...new Set(['openid', ...value.split(/[\s,]+/)])].join(' ')),
)

/** A private key (PKCS #8) in base64; header and line breaks of a pasted PEM file are removed. */
export const privateKey = v.nullable(
  v.pipe(
    v.string('setting_private_key'),
    v.maxLength(2_000, 'setting_private_key'),
    v.transform((value) => value.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '')),
    v.regex(/^[A-Za-z\d+/]{100,}=*$/, 'setting_private_key'),
  ),
)

const GROUP_LENGTH = 200

/** Maps names of the provider's groups to names of communities. */
export const groups = v.pipe(
  v.record(
    v.pipe(
      v.string(),
      v.check((name) => name.trim() !== '' && name.length <= GROUP_LENGTH, 'setting_groups'),
    ),
    v.pipe(
      v.string('setting_groups'),
      v.trim(),
      v.toLowerCase(),
      v.regex(/^(?:r\/)?[a-z\d_]{1,50}$/, 'setting_groups'),
    ),
    'setting_groups',
  ),
  v.check((map) => Object.keys(map).length <= LIMITS.signInGroups, 'setting_many'),
  v.transform((map) =>
    Object.fromEntries(Object.entries(map).map(([group, name]) => [group.trim(), name.replace(/^r\//, '')])),
  ),
)
