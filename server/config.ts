import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { ADMIN_TOKEN_PREFIX } from './http/tokens.ts'

/** A setting is wrong or missing; the message is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Config = ReturnType<typeof toConfig>

const DEFAULT_PORT = 3000
const SESSION_SECRET_LENGTH = 32
const ADMIN_PASSWORD_LENGTH = 12
const MILLISECONDS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const text = (message: string, test: (value: string) => boolean) => v.pipe(v.string(), v.check(test, message))

const matching = (pattern: RegExp, message: string) => text(message, (value) => pattern.test(value))

const oneOf = <const T extends string[]>(...words: T) => v.picklist(words, `must be one of ${words.join(', ')}`)

const address = (message: string, ...protocols: string[]) =>
  text(message, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))

const httpAddress = address('must be an http or https address', 'http:', 'https:')

const number = (message: string, test: (value: number) => boolean) =>
  v.pipe(matching(/^\d+(\.\d+)?$/, message), v.transform(Number), v.check(test, message))

const flag = v.pipe(oneOf('true', 'false'), v.transform((word) => word === 'true'))

const email = matching(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address')

const duration = v.pipe(
  matching(/^[1-9]\d{0,5}[smhd]$/, 'must be a number followed by s, m, h or d, like 24h'),
  v.transform((value) => Number(value.slice(0, -1)) * MILLISECONDS[value.slice(-1) as keyof typeof MILLISECONDS]),
)

const addressRanges = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  v.check((ranges) => ranges.every(isAddressRange), 'must be IP addresses or ranges like 10.0.0.0/8, separated by commas'),
)

const schema = v.object({
  NODE_ENV: v.optional(oneOf('development', 'test', 'production'), 'development'),
  PORT: v.optional(
    number('must be a whole number from 1 to 65535', (port) => Number.isInteger(port) && port >= 1 && port <= 65_535),
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
  SITE_NAME: v.optional(v.pipe(v.string(), v.maxLength(60, 'must have at most 60 characters')), 'Wątek'),
  SUPPORT_EMAIL: v.optional(email),
  TIME_ZONE: v.optional(text('must be a time zone like Europe/Warsaw', isTimeZone), 'Europe/Warsaw'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(address('must be a postgres:// address', 'postgres:', 'postgresql:')),
  SMTP_URL: v.optional(address('must be an smtp:// or smtps:// address', 'smtp:', 'smtps:')),
  MAIL_FROM: v.optional(matching(/^([^<>@]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be like Name <name@example.org>')),
  SESSION_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(SESSION_SECRET_LENGTH, `must have at least ${SESSION_SECRET_LENGTH} characters`)),
  ),
  ADMIN_PASSWORD: v.optional(v.string()),
  ADMIN_REQUIRE_ACCOUNT: v.optional(flag, 'false'),
  TRUSTED_PROXIES: v.optional(addressRanges, ''),
  ADS: v.optional(oneOf('house', 'off'), 'house'),
  AI_PROVIDER: v.optional(oneOf('openai', 'anthropic', 'ollama')),
  AI_MODEL: v.optional(v.string()),
  OPENAI_API_KEY: v.optional(v.string()),
  OPENAI_BASE_URL: v.optional(httpAddress),
  ANTHROPIC_API_KEY: v.optional(v.string()),
  ANTHROPIC_BASE_URL: v.optional(httpAddress),
  OLLAMA_URL: v.optional(httpAddress),
  BOT_USERNAME: v.optional(matching(/^\w{3,30}$/, 'must have 3 to 30 letters, digits or underscores'), 'watek_bot'),
  MESSAGE_TTL_AFTER_READ: v.optional(duration, '24h'),
  METRICS_TOKEN: v.optional(v.string()),
  RATE_LIMIT_SCALE: v.optional(number('must be a number above 0', (scale) => scale > 0), '1'),
  DEMO: v.optional(oneOf('on', 'off')),
  LOG_LEVEL: v.optional(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
})

/** The names of all settings. */
export const SETTINGS = Object.keys(schema.entries)

/**
 * Reads all settings; an empty value counts as unset. Outside production the two secrets may be '' afterwards: see
 * `ensureSecrets`.
 * @throws ConfigError
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined])
  const { success, output, issues } = v.safeParse(schema, Object.fromEntries(given))
  if (!success) throw new ConfigError(`${v.getDotPath(issues[0])} ${issues[0].message}.`)
  const config = toConfig(output)
  refuseContradictions(config)
  return config
}

/**
 * The same settings for the port that was really free; the site's address follows it unless PUBLIC_URL says another.
 */
export function withPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.publicUrlIsSet ? config.publicUrl : localUrl(port) }
}

/**
 * Outside production makes SESSION_SECRET and ADMIN_PASSWORD where they are missing, once, and keeps them in
 * DATA_DIR/secrets.json for the next start. In production nothing is missing here.
 */
export async function ensureSecrets(config: Config): Promise<Config> {
  if (config.sessionSecret && config.adminPassword) return config
  const file = join(config.dataDir, 'secrets.json')
  await mkdir(config.dataDir, { recursive: true })
  const kept = (await readSecrets(file)) ?? (await makeSecrets(file))
  return {
    ...config,
    sessionSecret: config.sessionSecret || kept.session_secret,
    adminPassword: config.adminPassword || kept.admin_password,
  }
}

function toConfig(env: v.InferOutput<typeof schema>) {
  const production = env.NODE_ENV === 'production'
  const port = env.PORT ?? DEFAULT_PORT
  const publicUrl = env.PUBLIC_URL ?? localUrl(port)
  const { hostname } = new URL(publicUrl)
  return {
    production,
    port,
    /** Without PORT the next free one will do. */
    portIsSet: env.PORT !== undefined,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** The origin of the normal variant, no slash at its end. */
    publicUrl,
    publicUrlIsSet: env.PUBLIC_URL !== undefined,
    /** Host name of the adult variant, with `:port` where it differs from the normal one's. */
    adultHost: env.ADULT_HOST,
    siteName: env.SITE_NAME,
    supportEmail: env.SUPPORT_EMAIL ?? `support@${hostname}`,
    timeZone: env.TIME_ZONE,
    /** Absolute. */
    dataDir: resolve(env.DATA_DIR),
    /** null: the server runs its own PostgreSQL. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** null: mails land as files in DATA_DIR/outbox. */
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `${env.SITE_NAME} <no-reply@${hostname}>`,
    sessionSecret: env.SESSION_SECRET ?? '',
    adminPassword: env.ADMIN_PASSWORD ?? '',
    adminRequireAccount: env.ADMIN_REQUIRE_ACCOUNT,
    trustedProxies: env.TRUSTED_PROXIES,
    ads: env.ADS,
    /** null: the mock answers. */
    aiProvider: env.AI_PROVIDER ?? null,
    aiModel: env.AI_MODEL ?? null,
    openaiApiKey: env.OPENAI_API_KEY ?? null,
    openaiBaseUrl: env.OPENAI_BASE_URL ?? null,
    anthropicApiKey: env.ANTHROPIC_API_KEY ?? null,
    anthropicBaseUrl: env.ANTHROPIC_BASE_URL ?? null,
    ollamaUrl: env.OLLAMA_URL ?? null,
    botUsername: env.BOT_USERNAME,
    /** Milliseconds. */
    messageTtlAfterRead: env.MESSAGE_TTL_AFTER_READ,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    /** null: `bun run dev` fills an empty database, production does not. */
    demo: env.DEMO ?? null,
    logLevel: env.LOG_LEVEL,
  }
}

function refuseContradictions(config: Config): void {
  if (new URL(config.publicUrl).hostname === config.adultHost.split(':')[0]) {
    throw new ConfigError('ADULT_HOST must be another host than that of PUBLIC_URL.')
  }
  if (config.adminPassword.startsWith(ADMIN_TOKEN_PREFIX)) {
    throw new ConfigError(`ADMIN_PASSWORD must not begin with ${ADMIN_TOKEN_PREFIX}, as the panel's tokens do.`)
  }
  if (!config.production) return
  if (!config.sessionSecret) throw new ConfigError('SESSION_SECRET must be set in production.')
  if (!config.adminPassword) throw new ConfigError('ADMIN_PASSWORD must be set in production.')
  if (config.adminPassword.length < ADMIN_PASSWORD_LENGTH) {
    throw new ConfigError(`ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_LENGTH} characters in production.`)
  }
}

const secretsSchema = v.object({ session_secret: v.string(), admin_password: v.string() })

async function readSecrets(file: string): Promise<v.InferOutput<typeof secretsSchema> | null> {
  const content = await readFile(file, 'utf8').catch(() => null)
  if (content === null) return null
  try {
    return v.parse(secretsSchema, JSON.parse(content))
  } catch {
    throw new ConfigError(`${file} is damaged: remove it, and new secrets are made (everybody has to sign in again).`)
  }
}

/** Of several processes that make them at the same time the first one wins. */
async function makeSecrets(file: string): Promise<v.InferOutput<typeof secretsSchema>> {
  const draft = `${file}.${crypto.randomUUID()}`
  const made = { session_secret: randomText(32), admin_password: randomText(12) }
  await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  const won = await link(draft, file).then(() => true, () => false)
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
