import fc from 'fast-check'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Match } from '#shared/rules/filters.ts'
import { calls, type Call } from '#server/http/api.ts'
import { ADMIN_PASSWORD } from '../open-app.ts'
import { forgedBearer, hostileBody, hostileHeaders, hostileSegment, hostileValue } from './hostile.ts'
import { fieldsOf, valueOf } from './schema-values.ts'

/** Kinds of values in the fixture; a plan names only the kind, and the value is chosen when the request is sent. */
export type Pool =
  | 'post'
  | 'comment'
  | 'category'
  | 'user'
  | 'stream'
  | 'report'
  | 'item'
  | 'decision'
  | 'filter'
  | 'notification'
  | 'message'
  | 'username'
  | 'email'
  | 'community'
  | 'table'
  | 'cursor'
  | 'image'
  | 'video'
  | 'captions'
  | 'message_image'
  | 'verify_token'
  | 'reset_token'
  | 'own_image'
  | 'own_video'
  | 'own_captions'
  | 'own_message_image'
  | 'login'
  | 'admin_token'

export type Part = { value: unknown } | { pool: Pool; pick: number }

type Caller =
  | { kind: 'visitor' }
  | { kind: 'member'; pick: number }
  | { kind: 'cookie'; pick: number }
  | { kind: 'forged'; header: string }
  /** A bearer token whose login session has ended. */
  | { kind: 'stale'; pick: number }

type Credential = 'none' | 'password' | 'token' | 'wrong'

type Mutation =
  | { kind: 'none' }
  | { kind: 'field'; field: number; value: unknown }
  | { kind: 'extra'; fields: Record<string, unknown> }
  | { kind: 'missing'; field: number }
  | { kind: 'body'; body: string | Uint8Array<ArrayBuffer> }
  | { kind: 'segment'; segment: string }
  | { kind: 'query'; query: string }
  | { kind: 'method'; method: string }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'path'; path: string }

export type FileKind =
  | 'png'
  | 'photo'
  | 'gif'
  | 'mp4'
  | 'vtt'
  | 'webm'
  | 'huge picture'
  | 'cut picture'
  | 'garbage'
  | 'empty'
  | 'svg'
  | 'wrong field'
  | 'no file'
  | 'broken boundary'
  | 'no end'
  | 'no form'
  | 'many parts'
  | 'long head'

/** One request as data; a seed always gives the same plan, whatever rows the fixture contains. */
export type Plan = {
  call: number
  caller: Caller
  credential: Credential
  parts: Record<string, Part>
  /** Index of a prepared input, whose fields replace the generated ones; null if none is used. */
  prepared: number | null
  file: FileKind
  mutation: Mutation
  english: boolean
  idempotencyKey: string | null
}

/** The pools of the fixture from which the values of each field are taken. */
const POOLS: Record<string, Pool[]> = {
  post_id: ['post'],
  comment_id: ['comment'],
  parent_id: ['comment'],
  include: ['comment'],
  category_id: ['category'],
  user_id: ['user'],
  recipient_id: ['user'],
  stream_id: ['stream'],
  report_id: ['report'],
  item_id: ['item'],
  decision_id: ['decision'],
  filter_id: ['filter'],
  notification_id: ['notification'],
  before: ['message'],
  cursor: ['cursor'],
  author: ['username'],
  category: ['community'],
  image_url: ['own_image', 'image', 'message_image'],
  video_url: ['own_video', 'video'],
  captions_url: ['own_captions', 'captions'],
  icon_url: ['own_image', 'image'],
  email: ['email'],
  username: ['username'],
}

/** Exceptions from `POOLS`, by call and field; null: the values are generated from the schema alone. */
const POOLS_OF_CALLS: Record<string, Pool[] | null> = {
  'auth.register.username': null,
  'auth.register.email': null,
  'auth.login.username': ['login', 'username', 'email'],
  'auth.verifyEmail.token': ['verify_token', 'reset_token'],
  'auth.confirmPasswordReset.token': ['reset_token', 'verify_token'],
  'notices.create.category': null,
  'categories.byName.name': ['community'],
  'categories.create.name': null,
  'admin.databaseTable.name': ['table'],
  'messages.send.image_url': ['own_message_image', 'message_image', 'image'],
}

export const PASSWORD = 'Kanarek-1-haslo'
const MATCHES: Match[] = [
  {
    any: [
      { field: 'text', op: 'word', value: 'kot' },
      { field: 'title', op: 'regex', value: '(a+)+$' },
    ],
  },
  { all: [{ field: 'links', op: 'more', value: 3 }] },
  { all: [{ field: 'is_first_post', op: 'is', value: true }], any: [{ field: 'author_karma', op: 'less', value: 0 }] },
]
/** Valid values for fields whose generated values would rarely be valid, or would conflict with other fields. */
const USUAL: Record<string, unknown[]> = {
  website: [undefined, '', ' '],
  elapsed_ms: [undefined, null, 60_000],
  video_alt: [undefined, undefined, '', 'Kot goni kulę światła.'],
  link_url: [undefined, undefined, undefined, null, 'https://example.org/a?utm_source=x#b'],
  url: ['https://example.org/a'],

  poll: [undefined, null, { options: ['Tak', 'Nie'], hours: 24 }],
  images: [undefined, []],
  flair_id: [undefined, null],
  rule_id: [undefined, null],
  altcha: [undefined],
  email: ['ktos@example.org'],
  year: [undefined, 2026],
  group: ['posts', 'votes'],
}
/** Fields that always get this value, because with another one the forum would refuse all further requests. */
const FIXED: Record<string, unknown> = { 'adminMaintenance.change.read_only': false }
const WORDS = ['ogród', 'pomidory', 'zolw', 'a', 'kot pies', 'r/', '@']

function partOf(call: Call, field: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Part> {
  const name = `${call.group}.${call.name}`
  if (`${name}.${field}` in FIXED) return fc.constant<Part>({ value: FIXED[`${name}.${field}`] })
  const own = value.map((chosen): Part => ({ value: chosen }))
  if (field === 'password' || field === 'new_password') {
    const right = fc.constant<Part>({ value: call.group === 'adminAuth' ? ADMIN_PASSWORD : PASSWORD })
    const token = fc.constant<Part>(call.group === 'adminAuth' ? { pool: 'admin_token', pick: 0 } : { value: PASSWORD })
    return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: token }, { weight: 1, arbitrary: own })
  }
  if (field === 'match')
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...MATCHES).map((value): Part => ({ value })) },
      { weight: 1, arbitrary: own },
    )
  if (field === 'q' || field === 'search')
    return fc.oneof(
      own,
      fc.constantFrom(...WORDS).map((word): Part => ({ value: word })),
    )
  const pools = `${name}.${field}` in POOLS_OF_CALLS ? POOLS_OF_CALLS[`${name}.${field}`] : POOLS[field]
  if (!pools)
    return field in USUAL
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...USUAL[field]!).map((value): Part => ({ value })) },
          { weight: 1, arbitrary: own },
        )
      : own
  const isOptional = [
    'parent_id',
    'include',
    'before',
    'cursor',
    'author',
    'category',
    'image_url',
    'video_url',
    'captions_url',
    'icon_url',
  ].includes(field)
  const ofFixture = fc.record({ pool: fc.constantFrom(pools[0]!, pools[0]!, ...pools), pick: fc.nat(10_000) })
  return fc.oneof(
    { weight: 8, arbitrary: ofFixture },
    { weight: 1, arbitrary: own },
    { weight: isOptional ? 20 : 0, arbitrary: fc.constant<Part>({ value: undefined }) },
  )
}

const TARGETS: Record<string, string[]> = {
  reports: ['post_id', 'comment_id', 'category_id'],
  moderation: ['post_id', 'comment_id'],
}

function partsOf(call: Call): fc.Arbitrary<Record<string, Part>> {
  const fields = Object.entries(fieldsOf(call.endpoint.input)).filter(
    ([field]) => call.endpoint.from !== 'form' || field !== 'file',
  )
  const parts = fc.record(
    Object.fromEntries(fields.map(([field, schema]) => [field, partOf(call, field, valueOf(schema))])),
  )
  const targets = TARGETS[call.group]
  if (!targets?.every((target) => fields.some(([field]) => field === target))) return parts
  return fc
    .tuple(parts, fc.constantFrom(...targets))
    .map(([given, target]) =>
      Object.fromEntries(Object.entries(given).filter(([field]) => field === target || !targets.includes(field))),
    )
}

const member = fc.nat(1_000).map((pick): Caller => ({ kind: 'member', pick }))

const anybody: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Caller>({ kind: 'visitor' }) },
  { weight: 4, arbitrary: member },
  { weight: 2, arbitrary: fc.nat(1_000).map((pick): Caller => ({ kind: 'cookie', pick })) },
  { weight: 1, arbitrary: forgedBearer.map((header): Caller => ({ kind: 'forged', header })) },
  { weight: 1, arbitrary: fc.nat(1_000).map((pick): Caller => ({ kind: 'stale', pick })) },
)

function callerOf({ access, method }: Endpoint): fc.Arbitrary<Caller> {
  if (access !== 'user') return anybody
  const cookie = fc.nat(1_000).map((pick): Caller => ({ kind: 'cookie', pick }))
  return fc.oneof(
    { weight: 7, arbitrary: member },
    { weight: method === 'GET' ? 2 : 0, arbitrary: cookie },
    { weight: 1, arbitrary: anybody },
  )
}

function credentialOf({ access }: Endpoint): fc.Arbitrary<Credential> {
  const weights: [Credential, number][] =
    access !== 'public' && access !== 'user'
      ? [
          ['password', 5],
          ['token', 3],
          ['none', 2],
          ['wrong', 1],
        ]
      : [
          ['none', 20],
          ['password', 1],
          ['token', 1],
          ['wrong', 1],
        ]
  return fc.oneof(...weights.map(([credential, weight]) => ({ weight, arbitrary: fc.constant(credential) })))
}

const JUNK_PATHS = [
  '/api',
  '/api/',
  '/api//posts',
  '//api/posts',
  '/API/posts',
  '/api/posts/1/2/3',
  '/api/posts;a=b',
  '/api/posts%2f1',
  '/api/posts/%2e%2e/users/me',
  '/api/../api/posts',
  '/api/nothing',
  '/media/',
  '/media/m/00000000000000000000000000000000',
  '/media/i/../../secrets.json',
  '/media/%2e%2e/%2e%2e/etc/passwd',
  '/media/v/x.mp4',
  '/media/c/x.vtt',
  '/feed.xml',
  '/r/nowhere/feed.xml',
  '/r/%00/feed.xml',
  '/sitemap.xml',
  '/sitemap-posts-1.xml',
  '/sitemap/0.xml',
  '/sitemap/99999999999999999999.xml',
  '/robots.txt',
  '/healthz',
  '/readyz',
  '/metrics',
  '/dev/outbox',
  '/dev/outbox/1',
  '/dev/outbox/..%2f..%2fsecrets.json',
  '/.env',
  '/%',
  '/%zz',
  '/\\',
  '/api/openapi.json',
  '/assets/../../package.json',
]

const HOSTILE_QUERY = fc.oneof(
  fc.constantFrom(
    'limit=1&limit=2',
    'limit[]=1',
    'limit=',
    '=&=',
    '&&&',
    'a=%zz',
    'q=%00',
    'q=%ED%A0%80',
    '%',
    'sort=hot&sort=new',
    `q=${'a'.repeat(10_000)}`,
    'offset=1e3',
    'nsfw=1',
    'cursor=e30',
    'cursor=W10',
    'cursor=bnVsbA',
    'cursor=WzFlOTk5XQ',
    'cursor=%00',
    'limit=١',
    'offset=-0',
    'limit=%2B5',
    'page=1',
    '__proto__=1',
  ),
  fc
    .dictionary(
      fc.constantFrom(
        'q',
        'limit',
        'offset',
        'cursor',
        'sort',
        'nsfw',
        'days',
        'status',
        'search',
        'skip',
        'before',
        'peek',
        'token',
        'email',
        'username',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
      { maxKeys: 3 },
    )
    .map((pairs) =>
      new URLSearchParams(
        Object.entries(pairs).map(([key, value]): [string, string] => [key, value.toWellFormed()]),
      ).toString(),
    ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => `cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`),
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Mutation>({ kind: 'none' }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('field' as const), field: fc.nat(10), value: hostileValue }) },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(
        fc.constantFrom(
          'id',
          'user_id',
          'author_id',
          'is_admin',
          'email_verified',
          'created_at',
          'upvotes',
          'wpoints',
          '__proto__',
          'constructor',
          'x',
        ),
        hostileValue,
        { maxKeys: 4 },
      )
      .map((fields): Mutation => ({ kind: 'extra', fields })),
  },
  { weight: 1, arbitrary: fc.nat(10).map((field): Mutation => ({ kind: 'missing', field })) },
  { weight: 1, arbitrary: hostileBody.map((body): Mutation => ({ kind: 'body', body })) },
  { weight: 2, arbitrary: hostileSegment.map((segment): Mutation => ({ kind: 'segment', segment })) },
  { weight: 2, arbitrary: HOSTILE_QUERY.map((query): Mutation => ({ kind: 'query', query })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'PROPFIND', 'FOO')
      .map((method): Mutation => ({ kind: 'method', method })),
  },
  { weight: 2, arbitrary: hostileHeaders.map((headers): Mutation => ({ kind: 'headers', headers })) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        fc.constantFrom(...JUNK_PATHS),
        hostileSegment.map((segment) => `/api/${segment}`),
      )
      .map((path): Mutation => ({ kind: 'path', path })),
  },
)

const FILES: FileKind[] = [
  'png',
  'png',
  'photo',
  'gif',
  'mp4',
  'mp4',
  'vtt',
  'webm',
  'huge picture',
  'cut picture',
  'garbage',
  'empty',
  'svg',
  'wrong field',
  'no file',
  'broken boundary',
  'no end',
  'no form',
  'many parts',
  'long head',
]

/** Slow calls, sent less often. */
const RARE = new Set([
  'auth.register',
  'auth.login',
  'factors.startTotp',
  'factors.removeTotp',
  'factors.renewRecoveryCodes',
  'auth.confirmPasswordReset',
  'users.removeMe',
  'adminBot.autoPost',
  'adminBot.autoRespondAll',
  'admin.removeUser',
  'admin.removeCategory',
])

function planOf(call: Call, at: number): fc.Arbitrary<Plan> {
  return fc.record({
    call: fc.constant(at),
    caller: callerOf(call.endpoint),
    credential: credentialOf(call.endpoint),
    parts: partsOf(call),
    prepared: fc.option(fc.nat(10_000), { freq: 2 }),
    file: call.endpoint.from === 'form' ? fc.constantFrom(...FILES) : fc.constant<FileKind>('no file'),
    mutation,
    english: fc.boolean(),
    idempotencyKey: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'ü', 'x'.repeat(300), ' ') },
    ),
  })
}

/** One request, valid about half of the time. */
const plan: fc.Arbitrary<Plan> = fc.oneof(
  ...calls.map((call, at) => ({ weight: RARE.has(`${call.group}.${call.name}`) ? 1 : 4, arbitrary: planOf(call, at) })),
)

/** Generates requests without deliberate faults such as a wrong method. */
export const plainly = (at: number): fc.Arbitrary<Plan> =>
  fc
    .tuple(planOf(calls[at]!, at), member, fc.nat(10_000))
    .map(([made, caller, prepared]) => ({
      ...made,
      caller,
      prepared,
      credential: ['public', 'user'].includes(calls[at]!.endpoint.access) ? 'none' : 'password',
      mutation: { kind: 'none' },
      idempotencyKey: null,
      file: ({ video: 'mp4', captions: 'vtt' } as const)[calls[at]!.name] ?? 'png',
    }))

const aimedAt = (made: Plan, pick: number): Plan => ({
  ...made,
  prepared: made.prepared === null ? null : pick,
  parts: Object.fromEntries(
    Object.entries(made.parts).map(([field, part]) => [field, 'pool' in part ? { ...part, pick } : part]),
  ),
})

export const burst: fc.Arbitrary<Plan[]> = fc.array(plan, { minLength: 1, maxLength: 8, size: 'max' })

const QUICK = calls.flatMap(({ group, name, endpoint }, at) =>
  endpoint.method === 'GET' || RARE.has(`${group}.${name}`) ? [] : at,
)

/** One to three writing calls, valid and concurrent, on the same content. */
const crowd: fc.Arbitrary<Plan[]> = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...QUICK), { minLength: 1, maxLength: 3 }), fc.nat(10_000))
  .chain(([which, pick]) =>
    fc
      .array(fc.constantFrom(...which).chain(plainly), { minLength: 8, maxLength: 8 })
      .map((plans) => plans.map((made, at) => aimedAt(made, pick + (at % 2)))),
  )

/** Bursts that find race conditions; in a quarter of them all requests are aimed at the same content. */
export const crowdedBurst: fc.Arbitrary<Plan[]> = fc.oneof(
  { weight: 5, arbitrary: burst },
  {
    weight: 2,
    arbitrary: fc.tuple(burst, fc.nat(10_000)).map(([plans, pick]) => plans.map((made) => aimedAt(made, pick))),
  },
  { weight: 1, arbitrary: crowd },
)
