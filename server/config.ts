import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import * as values from '#shared/api/settings/values.ts'
import { IDENTITY_PREFIX } from '#server/db/backup/encryption.ts'
import { parseKeep } from '#server/db/backup/schedule.ts'
import { hostUrls } from '#server/db/driver/primary.ts'
import { ADMIN_TOKEN_PREFIX } from '#server/features/auth/tokens.ts'

/** The message is one sentence that names the setting. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Config = ReturnType<typeof toConfig>

const DEFAULT_PORT = 3000
const SESSION_SECRET_LENGTH = 32
const ADMIN_PASSWORD_LENGTH = 12
const BYTES = { MB: 1024 ** 2, GB: 1024 ** 3 }
const MILLISECONDS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const text = (message: string, test: (value: string) => boolean) => v.pipe(v.string(), v.check(test, message))

const matching = (pattern: RegExp, message: string) => text(message, (value) => pattern.test(value))

const oneOf = <const T extends string[]>(...words: T) => v.picklist(words, `must be one of ${words.join(', ')}`)

const address = (message: string, ...protocols: string[]) =>
  text(message, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))

const isPostgresAddress = (value: string) =>
  hostUrls(value).every((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))

const database = v.pipe(
  text('must be a postgres:// address', isPostgresAddress),
  v.check(
    (value) => /[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.exec(value) === null,
    'may have target_session_attrs=read-write or primary only',
  ),
)

const httpAddress = address('must be an http or https address', 'http:', 'https:')

const number = (message: string, test: (value: number) => boolean) =>
  v.pipe(matching(/^\d+(\.\d+)?$/, message), v.transform(Number), v.check(test, message))

const flag = v.pipe(
  oneOf('true', 'false'),
  v.transform((word) => word === 'true'),
)

const email = matching(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address')

const duration = v.pipe(
  matching(/^[1-9]\d{0,5}[smhd]$/, 'must be a number followed by s, m, h or d, like 24h'),
  v.transform((value) => Number(value.slice(0, -1)) * MILLISECONDS[value.slice(-1) as keyof typeof MILLISECONDS]),
)

const fileSize = v.pipe(
  matching(/^[1-9]\d{0,5}[MG]B$/, 'must be a number followed by MB or GB, like 2GB'),
  v.transform((value) => Number(value.slice(0, -2)) * BYTES[value.slice(-2) as keyof typeof BYTES]),
)

const groups = v.pipe(
  v.string(),
  v.transform((value) =>
    Object.fromEntries(
      value
        .split(',')
        .filter((pair) => pair.trim() !== '')
        .map((pair) => [pair.slice(0, Math.max(0, pair.lastIndexOf('='))), pair.slice(pair.lastIndexOf('=') + 1)]),
    ),
  ),
  v.check((map) => v.is(values.groups, map), 'must be like group=community, other=community'),
  v.transform((map) => v.parse(values.groups, map)),
)

const addressRanges = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  v.check(
    (ranges) => ranges.every(isAddressRange),
    'must be IP addresses or ranges like 10.0.0.0/8, separated by commas',
  ),
)

const schema = v.object({
  NODE_ENV: v.optional(oneOf('development', 'test', 'production'), 'development'),
  PORT: v.optional(
    number('must be a whole number from 1 to 65535', (port) => Number.isInteger(port) && port >= 1 && port <= 65_535),
  ),
  WORKERS: v.optional(
    v.pipe(
      matching(/^(auto|[1-9]\d?)$/, 'must be auto or a whole number from 1 to 99'),
      v.transform((value) => (value === 'auto' ? availableParallelism() : Number(value))),
    ),
    '1',
  ),
  HOST: v.optional(matching(/^[\w.:-]+$/, 'must be a host name or an IP address')),
  PUBLIC_URL: v.optional(
    v.pipe(
      httpAddress,
      v.transform((value) => new URL(value)),
      v.check((url) => url.href === `${url.origin}/`, 'must be an address without a path'),
      v.transform((url) => url.origin),
    ),
  ),
  ADULT_HOST: v.optional(
    v.pipe(matching(/^[a-z\d.-]+(:\d+)?$/i, 'must be a host name, with :port where it has its own'), v.toLowerCase()),
    'adult.localhost',
  ),
  SITE_NAME: v.optional(v.pipe(v.string(), v.maxLength(60, 'must have at most 60 characters'))),
  SUPPORT_EMAIL: v.optional(email),
  TIME_ZONE: v.optional(text('must be a time zone like Europe/Warsaw', isTimeZone), 'Europe/Warsaw'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(database),
  DATABASE_REPLICA_URLS: v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
      v.check((urls) => urls.every(isPostgresAddress), 'must be postgres:// addresses, separated by commas'),
    ),
    '',
  ),
  DATABASE_POOLER: v.optional(oneOf('transaction', 'transaction-prepared')),
  DATABASE_DIRECT_URL: v.optional(database),
  REDIS_URL: v.optional(address('must be a redis:// or rediss:// address', 'redis:', 'rediss:', 'valkey:', 'valkeys:')),
  S3_ENDPOINT: v.optional(httpAddress),
  S3_BUCKET: v.optional(matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  S3_PUBLIC_URL: v.optional(
    v.pipe(
      httpAddress,
      v.transform((value) => value.replace(/\/+$/, '')),
    ),
  ),
  SMTP_URL: v.optional(address('must be an smtp:// or smtps:// address', 'smtp:', 'smtps:')),
  MAIL_FROM: v.optional(
    matching(/^([^<>@]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be like Name <name@example.org>'),
  ),
  SESSION_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(SESSION_SECRET_LENGTH, `must have at least ${SESSION_SECRET_LENGTH} characters`)),
  ),
  PREVIOUS_SESSION_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(SESSION_SECRET_LENGTH, `must have at least ${SESSION_SECRET_LENGTH} characters`)),
  ),
  ADMIN_PASSWORD: v.optional(v.string()),
  ADMIN_REQUIRE_ACCOUNT: v.optional(flag, 'false'),
  TRUSTED_PROXIES: v.optional(addressRanges, ''),
  MINIMUM_AGE: v.optional(
    number('must be a whole number from 1 to 120', (age) => Number.isInteger(age) && age >= 1 && age <= 120),
  ),
  OIDC_ISSUER: v.optional(httpAddress),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_CLIENT_SECRET: v.optional(v.string()),
  OIDC_NAME: v.optional(v.string()),
  OIDC_GROUPS_CLAIM: v.optional(v.string()),
  OIDC_SCOPES: v.optional(values.scopes),
  OIDC_GROUPS: v.optional(groups),
  OIDC_ONLY: v.optional(flag),
  OIDC_ALLOW_PRIVATE: v.optional(flag, 'false'),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  APPLE_CLIENT_ID: v.optional(v.string()),
  APPLE_TEAM_ID: v.optional(v.string()),
  APPLE_KEY_ID: v.optional(v.string()),
  APPLE_PRIVATE_KEY: v.optional(
    text('must be the private key of the .p8 file', (value) => v.is(values.privateKey, value)),
  ),
  FACEBOOK_CLIENT_ID: v.optional(v.string()),
  FACEBOOK_CLIENT_SECRET: v.optional(v.string()),
  GITHUB_CLIENT_ID: v.optional(v.string()),
  GITHUB_CLIENT_SECRET: v.optional(v.string()),
  LEMMY_API: v.optional(oneOf('on', 'off'), 'off'),
  ADS: v.optional(oneOf('house', 'own', 'off')),
  OFFLINE: v.optional(oneOf('on', 'off')),
  OAUTH_REGISTRATION: v.optional(oneOf('on', 'off')),
  AI_PROVIDER: v.optional(oneOf('openai', 'anthropic', 'ollama')),
  AI_MODEL: v.optional(v.string()),
  OPENAI_API_KEY: v.optional(v.string()),
  OPENAI_BASE_URL: v.optional(httpAddress),
  ANTHROPIC_API_KEY: v.optional(v.string()),
  ANTHROPIC_BASE_URL: v.optional(httpAddress),
  OLLAMA_URL: v.optional(httpAddress),
  BOT_USERNAME: v.optional(matching(/^\w{3,30}$/, 'must have 3 to 30 letters, digits or underscores'), 'watek_bot'),
  MESSAGE_TTL_AFTER_READ: v.optional(duration, '24h'),
  MEMBER_STORAGE: v.optional(fileSize, '2GB'),
  LIVE_STREAMS: v.optional(v.pipe(matching(/^\d{1,3}$/, 'must be a whole number from 0 to 999'), v.transform(Number))),
  LIVE_INTERRUPTED_AFTER: v.optional(duration, '30s'),
  LIVE_ENDED_AFTER: v.optional(duration, '120s'),
  BACKUP_EVERY: v.optional(oneOf('hour', '6h', 'day', 'off')),
  BACKUP_KEEP: v.optional(
    v.pipe(
      text('must be like "7 daily, 4 weekly", at most 366 and 520', (value) => parseKeep(value) !== null),
      v.transform((value) => parseKeep(value)!),
    ),
  ),
  BACKUP_TO: v.optional(matching(/^(?:\/|s3:\/\/[a-z0-9])/, 'must be a folder like /backups, or s3://bucket/prefix')),
  BACKUP_RECIPIENT: v.optional(matching(/^age1[a-z\d]{50,3000}$/, 'must be a public key of age (age1...)')),
  BACKUP_IDENTITY: v.optional(v.string()),
  BACKUP_S3_ENDPOINT: v.optional(httpAddress),
  BACKUP_S3_REGION: v.optional(v.string()),
  BACKUP_S3_ACCESS_KEY_ID: v.optional(v.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  METRICS_TOKEN: v.optional(v.string()),
  RATE_LIMIT_SCALE: v.optional(
    number('must be a number above 0', (scale) => scale > 0),
    '1',
  ),
  REGISTRATION_CHALLENGE: v.optional(oneOf('on', 'off'), 'off'),
  PUSH_ALLOW_PRIVATE: v.optional(flag, 'false'),
  DEMO: v.optional(oneOf('on', 'off')),
  LOG_LEVEL: v.optional(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
})

export const SETTINGS = Object.keys(schema.entries)

/** An empty value counts as unset; secrets may be empty until `ensureSecrets`. @throws ConfigError */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined])
  const { success, output, issues } = v.safeParse(schema, Object.fromEntries(given))
  if (!success) throw new ConfigError(`${v.getDotPath(issues[0])} ${issues[0].message}.`)
  const config = toConfig(output)
  refuseContradictions(config)
  return config
}

export function withPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.publicUrlIsSet ? config.publicUrl : localUrl(port) }
}

/** Missing secrets are stored in DATA_DIR/secrets.json. Production needs no admin password: admins have accounts. */
export async function ensureSecrets(config: Config): Promise<Config> {
  if (config.sessionSecret && (config.adminPassword || config.production)) return config
  const file = join(config.dataDir, 'secrets.json')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const kept = (await readSecrets(file)) ?? (await makeSecrets(file, config))
  return {
    ...config,
    sessionSecret: config.sessionSecret || kept.session_secret,
    adminPassword: config.adminPassword || (config.production ? '' : adminPasswordOf(kept)),
  }
}

function toConfig(env: v.InferOutput<typeof schema>) {
  const production = env.NODE_ENV === 'production'
  const port = env.PORT ?? DEFAULT_PORT
  const publicUrl = env.PUBLIC_URL ?? localUrl(port)
  return {
    production,
    port,
    /** Without PORT the next free port is used. */
    portIsSet: env.PORT !== undefined,
    workers: env.WORKERS,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** Without a trailing slash. */
    publicUrl,
    publicUrlIsSet: env.PUBLIC_URL !== undefined,
    /** With `:port` if that differs from the port of PUBLIC_URL. */
    adultHost: env.ADULT_HOST,
    /** Panel settings set in the environment, which overrides the panel. */
    environment: settingsOf(env),
    /** The secret key of encrypted backups, or the path of its file; null: trial restores compare only checksums. */
    backupIdentity: backupIdentity(env.BACKUP_IDENTITY),
    timeZone: env.TIME_ZONE,
    lemmyApi: env.LEMMY_API === 'on',
    dataDir: resolve(env.DATA_DIR),
    /** null: the server runs its own PostgreSQL. */
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    /** null if DATABASE_URL leads to PostgreSQL itself. */
    databasePooler: env.DATABASE_POOLER ?? null,
    /** URL for jobs and LISTEN, which a transaction pooler does not support; null: `databaseUrl`. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    /** null: each process counts rate limits on its own, and the bus uses PostgreSQL. */
    redisUrl: env.REDIS_URL ?? null,
    /** null: media are stored in DATA_DIR/media. */
    s3: s3Settings(env),
    /** Without a trailing slash; null: this server serves public media. */
    s3PublicUrl: env.S3_PUBLIC_URL ?? null,
    sessionSecret: env.SESSION_SECRET ?? '',
    sessionSecretIsSet: env.SESSION_SECRET !== undefined,
    /** Used only to decrypt what was encrypted with the former SESSION_SECRET. */
    previousSessionSecret: env.PREVIOUS_SESSION_SECRET ?? null,
    /** Empty if admins enter the panel with their accounts. */
    adminPassword: env.ADMIN_PASSWORD ?? '',
    adminRequireAccount: env.ADMIN_REQUIRE_ACCOUNT,
    trustedProxies: env.TRUSTED_PROXIES,
    /** null: the mock AI provider is used. */
    aiProvider: env.AI_PROVIDER ?? null,
    aiModel: env.AI_MODEL ?? null,
    openaiApiKey: env.OPENAI_API_KEY ?? null,
    openaiBaseUrl: env.OPENAI_BASE_URL ?? null,
    anthropicApiKey: env.ANTHROPIC_API_KEY ?? null,
    anthropicBaseUrl: env.ANTHROPIC_BASE_URL ?? null,
    ollamaUrl: env.OLLAMA_URL ?? null,
    botUsername: env.BOT_USERNAME,
    /** Milliseconds between reading and deletion of a private message. */
    messageTtlAfterRead: env.MESSAGE_TTL_AFTER_READ,
    /** Bytes of a member's uploads. */
    memberStorage: env.MEMBER_STORAGE,
    /** Milliseconds without a new piece of video after which a stream counts as interrupted. */
    liveInterruptedAfter: env.LIVE_INTERRUPTED_AFTER,
    liveEndedAfter: env.LIVE_ENDED_AFTER,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    /** Allows sign-in providers on loopback, in private networks and without TLS. */
    oidcAllowPrivate: env.OIDC_ALLOW_PRIVATE,
    /** For tests: allows push services on loopback, in private networks and without TLS. */
    pushAllowPrivate: env.PUSH_ALLOW_PRIVATE,
    registrationChallenge: env.REGISTRATION_CHALLENGE === 'on',
    /** null: `bun run dev` fills an empty database with demo data, production does not. */
    demo: env.DEMO ?? null,
    logLevel: env.LOG_LEVEL,
  }
}

function settingsOf(env: v.InferOutput<typeof schema>): Partial<SettingValues> {
  const keep = env.BACKUP_KEEP
  const set: { [Key in keyof SettingValues]?: SettingValues[Key] | undefined } = {
    site_name: env.SITE_NAME,
    contact_email: env.SUPPORT_EMAIL,
    minimum_age: env.MINIMUM_AGE,
    ads: env.ADS,
    offline: env.OFFLINE,
    oauth_registration: env.OAUTH_REGISTRATION,
    live_streams: env.LIVE_STREAMS,
    oidc_issuer: env.OIDC_ISSUER,
    oidc_client_id: env.OIDC_CLIENT_ID,
    oidc_client_secret: env.OIDC_CLIENT_SECRET,
    oidc_name: env.OIDC_NAME,
    oidc_scopes: env.OIDC_SCOPES,
    oidc_groups_claim: env.OIDC_GROUPS_CLAIM,
    oidc_groups: env.OIDC_GROUPS,
    oidc_only: env.OIDC_ONLY,
    google_client_id: env.GOOGLE_CLIENT_ID,
    google_client_secret: env.GOOGLE_CLIENT_SECRET,
    apple_client_id: env.APPLE_CLIENT_ID,
    apple_team_id: env.APPLE_TEAM_ID,
    apple_key_id: env.APPLE_KEY_ID,
    apple_private_key: env.APPLE_PRIVATE_KEY && v.parse(values.privateKey, env.APPLE_PRIVATE_KEY),
    facebook_client_id: env.FACEBOOK_CLIENT_ID,
    facebook_client_secret: env.FACEBOOK_CLIENT_SECRET,
    github_client_id: env.GITHUB_CLIENT_ID,
    github_client_secret: env.GITHUB_CLIENT_SECRET,
    mail_from: env.MAIL_FROM,
    smtp_url: env.SMTP_URL,
    backup_every: env.BACKUP_EVERY,
    ...(keep && { backup_keep_daily: keep.daily, backup_keep_weekly: keep.weekly }),
    backup_to: env.BACKUP_TO,
    backup_recipient: env.BACKUP_RECIPIENT,
    backup_s3_endpoint: env.BACKUP_S3_ENDPOINT,
    backup_s3_region: env.BACKUP_S3_REGION,
    backup_s3_access_key_id: env.BACKUP_S3_ACCESS_KEY_ID,
    backup_s3_secret_access_key: env.BACKUP_S3_SECRET_ACCESS_KEY,
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Partial<SettingValues>
}

const backupIdentity = (value: string | undefined): string | null =>
  value === undefined ? null : value.startsWith(IDENTITY_PREFIX) ? value : resolve(value)

/** Null if no S3 setting is set. @throws ConfigError if only some are set */
function s3Settings({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: v.InferOutput<typeof schema>) {
  const given = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const missing = Object.entries(given).find(([, value]) => value === undefined)
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region, accessKeyId, secretAccessKey }
  if (Object.values(given).some((value) => value !== undefined))
    throw new ConfigError(`${missing![0]} must be set as well for media in an S3 store.`)
  return null
}

function refuseContradictions(config: Config): void {
  if (new URL(config.publicUrl).hostname === config.adultHost.split(':')[0]) {
    throw new ConfigError('ADULT_HOST must be another host than that of PUBLIC_URL.')
  }
  if (config.databasePooler && !(config.databaseUrl && config.databaseDirectUrl)) {
    throw new ConfigError(
      'DATABASE_POOLER needs DATABASE_URL (of the pooler) and DATABASE_DIRECT_URL (of the database).',
    )
  }
  if (config.databaseDirectUrl && !config.databasePooler)
    throw new ConfigError('DATABASE_DIRECT_URL is for a pooler at DATABASE_URL: set DATABASE_POOLER.')
  if (config.adminPassword.startsWith(ADMIN_TOKEN_PREFIX)) {
    throw new ConfigError(`ADMIN_PASSWORD must not begin with ${ADMIN_TOKEN_PREFIX}, as the panel's tokens do.`)
  }
  if (config.liveEndedAfter <= config.liveInterruptedAfter)
    throw new ConfigError('LIVE_ENDED_AFTER must be longer than LIVE_INTERRUPTED_AFTER.')
  if (config.production && config.adminPassword !== '' && config.adminPassword.length < ADMIN_PASSWORD_LENGTH) {
    throw new ConfigError(`ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_LENGTH} characters in production.`)
  }
}

const secretsSchema = v.object({
  session_secret: v.pipe(v.string(), v.minLength(SESSION_SECRET_LENGTH)),
  admin_password: v.optional(v.string()),
})
type Secrets = v.InferOutput<typeof secretsSchema>

/** A folder first used in production stores no admin password, so each process derives it from the session secret. */
const adminPasswordOf = ({ session_secret, admin_password }: Secrets): string =>
  admin_password ??
  new Bun.CryptoHasher('sha256', session_secret).update('admin password').digest('base64url').slice(0, 16)

async function readSecrets(file: string): Promise<Secrets | null> {
  const content = await readFile(file, 'utf8').catch(() => null)
  if (content === null) return null
  try {
    return v.parse(secretsSchema, JSON.parse(content))
  } catch {
    throw new ConfigError(`${file} is damaged: remove it, and new secrets are made (everybody has to sign in again).`)
  }
}

/** If several processes generate secrets at once, all of them use the secrets of the first process. */
async function makeSecrets(file: string, { production }: Config): Promise<Secrets> {
  const draft = `${file}.${crypto.randomUUID()}`
  const made: Secrets = { session_secret: randomText(32), ...(!production && { admin_password: randomText(12) }) }
  await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  const won = await link(draft, file).then(
    () => true,
    () => false,
  )
  await rm(draft)
  const kept = won ? made : await readSecrets(file)
  if (!kept) throw new ConfigError(`${file} cannot be written.`)
  return kept
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')
}

function localUrl(port: number): string {
  return new URL(`http://localhost:${port}`).origin
}

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
