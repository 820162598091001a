import { describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureSecrets, loadConfig, withPort } from './config.ts'

const secrets = { SESSION_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: 'twelve-chars' }
const emptyFolder = () => mkdtemp(join(tmpdir(), 'watek-config-'))

describe('settings', () => {
  test('VAR-2 a site without any settings runs at http://localhost:3000 on this machine only', () => {
    expect(loadConfig({})).toMatchObject({
      production: false,
      port: 3000,
      portIsSet: false,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      adultHost: 'adult.localhost',
      timeZone: 'Europe/Warsaw',
      databaseUrl: null,
      demo: null,
      messageTtlAfterRead: 86_400_000,
      rateLimitScale: 1,
      trustedProxies: [],
      aiProvider: null,
    })
  })

  test('the server listens on all IP addresses in production', () => {
    expect(loadConfig({ NODE_ENV: 'production', ...secrets })).toMatchObject({ production: true, host: '0.0.0.0' })
  })

  test('an empty setting counts as unset', () => {
    expect(loadConfig({ PORT: '', SITE_NAME: '  ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      environment: {},
      databaseUrl: null,
    })
  })

  test('a relative DATA_DIR becomes an absolute path', () => {
    expect(loadConfig({ DATA_DIR: 'elsewhere' }).dataDir).toBe(join(process.cwd(), 'elsewhere'))
  })

  test('a trailing slash is removed from PUBLIC_URL', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://watek.example/' }).publicUrl).toBe('https://watek.example')
  })

  test('panel settings overridden by the environment are listed separately', () => {
    expect(loadConfig({}).environment).toEqual({})
    expect(loadConfig({ MAIL_FROM: 'a@b.example', MINIMUM_AGE: '16', BACKUP_KEEP: '5' }).environment).toEqual({
      mail_from: 'a@b.example',
      minimum_age: 16,
      backup_keep_daily: 5,
      backup_keep_weekly: 0,
    })
  })

  test('trusted proxies may be IPv4 and IPv6 addresses and ranges', () => {
    expect(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1 fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ])
  })

  test.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ])('MESSAGE_TTL_AFTER_READ of %s is parsed as a duration', (value, milliseconds) => {
    expect(loadConfig({ MESSAGE_TTL_AFTER_READ: value }).messageTtlAfterRead).toBe(milliseconds)
  })

  test('the site URL gets the port actually used, unless PUBLIC_URL is set', () => {
    expect(withPort(loadConfig({}), 3001)).toMatchObject({ port: 3001, publicUrl: 'http://localhost:3001' })
    expect(withPort(loadConfig({ PUBLIC_URL: 'https://watek.example' }), 3001).publicUrl).toBe('https://watek.example')
  })
})

describe('an invalid setting is explained in one sentence', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '3000.5' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be one of development, test, production.'],
    [{ HOST: 'http://localhost' }, 'HOST must be a host name or an IP address.'],
    [{ PUBLIC_URL: 'watek.example' }, 'PUBLIC_URL must be an http or https address.'],
    [{ PUBLIC_URL: 'https://watek.example/forum' }, 'PUBLIC_URL must be an address without a path.'],
    [{ ADULT_HOST: 'https://adult.example' }, 'ADULT_HOST must be a host name, with :port where it has its own.'],
    [{ ADULT_HOST: 'localhost' }, 'ADULT_HOST must be another host than that of PUBLIC_URL.'],
    [{ ADMIN_PASSWORD: 'wat_is-the-password' }, "ADMIN_PASSWORD must not begin with wat_, as the panel's tokens do."],
    [{ TIME_ZONE: 'Warsaw' }, 'TIME_ZONE must be a time zone like Europe/Warsaw.'],
    [{ DATABASE_URL: 'mysql://localhost/watek' }, 'DATABASE_URL must be a postgres:// address.'],
    [{ DATABASE_URL: 'postgres://one,two:port/watek' }, 'DATABASE_URL must be a postgres:// address.'],
    [
      { DATABASE_URL: 'postgres://one,two/watek?target_session_attrs=standby' },
      'DATABASE_URL may have target_session_attrs=read-write or primary only.',
    ],
    [{ DATABASE_POOLER: 'session' }, 'DATABASE_POOLER must be one of transaction, transaction-prepared.'],
    [
      { DATABASE_POOLER: 'transaction', DATABASE_URL: 'postgres://pooler/watek' },
      'DATABASE_POOLER needs DATABASE_URL (of the pooler) and DATABASE_DIRECT_URL (of the database).',
    ],
    [
      { DATABASE_URL: 'postgres://pooler/watek', DATABASE_DIRECT_URL: 'postgres://database/watek' },
      'DATABASE_DIRECT_URL is for a pooler at DATABASE_URL: set DATABASE_POOLER.',
    ],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// address.'],
    [{ MAIL_FROM: 'Wątek' }, 'MAIL_FROM must be like Name <name@example.org>.'],
    [{ WORKERS: '0' }, 'WORKERS must be auto or a whole number from 1 to 99.'],
    [
      { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY must be set as well for media in an S3 store.',
    ],
    [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL must be a redis:// or rediss:// address.'],
    [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL must be an e-mail address.'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters.'],
    [{ ADMIN_REQUIRE_ACCOUNT: 'yes' }, 'ADMIN_REQUIRE_ACCOUNT must be one of true, false.'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES must be IP addresses or ranges like 10.0.0.0/8, separated by commas.',
    ],
    [{ ADS: 'on' }, 'ADS must be one of house, own, off.'],
    [{ AI_PROVIDER: 'mock' }, 'AI_PROVIDER must be one of openai, anthropic, ollama.'],
    [{ OLLAMA_URL: 'localhost:11434' }, 'OLLAMA_URL must be an http or https address.'],
    [{ BOT_USERNAME: 'a bot' }, 'BOT_USERNAME must have 3 to 30 letters, digits or underscores.'],
    [{ MEMBER_STORAGE: '2' }, 'MEMBER_STORAGE must be a number followed by MB or GB, like 2GB.'],
    [{ MESSAGE_TTL_AFTER_READ: '24' }, 'MESSAGE_TTL_AFTER_READ must be a number followed by s, m, h or d, like 24h.'],
    [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be a number above 0.'],
    [{ DEMO: 'yes' }, 'DEMO must be one of on, off.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
  ])('an invalid setting is explained in one sentence: %j', (env, sentence) => {
    expect(() => loadConfig(env as Record<string, string>)).toThrow(sentence)
  })

  test('a short admin password is refused in production', () => {
    expect(() => loadConfig({ NODE_ENV: 'production', ...secrets, ADMIN_PASSWORD: 'eleven-char' })).toThrow(
      'ADMIN_PASSWORD must have at least 12 characters in production.',
    )
  })
})

describe('generated secrets in DATA_DIR', () => {
  test('development secrets are generated once, readable by this user only, and reused', async () => {
    const DATA_DIR = await emptyFolder()
    const first = await ensureSecrets(loadConfig({ DATA_DIR }))
    const second = await ensureSecrets(loadConfig({ DATA_DIR }))
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32)
    expect(first.adminPassword.length).toBeGreaterThanOrEqual(12)
    expect(second).toEqual(first)
    expect((await stat(join(DATA_DIR, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  test('two concurrent starts use the same secrets', async () => {
    const DATA_DIR = await emptyFolder()
    const [first, second] = await Promise.all([
      ensureSecrets(loadConfig({ DATA_DIR })),
      ensureSecrets(loadConfig({ DATA_DIR })),
    ])
    expect(second).toEqual(first)
  })

  test('a secret that is set takes precedence over the generated one', async () => {
    const DATA_DIR = await emptyFolder()
    await ensureSecrets(loadConfig({ DATA_DIR }))
    expect(await ensureSecrets(loadConfig({ DATA_DIR, ADMIN_PASSWORD: 'mine' }))).toMatchObject({
      adminPassword: 'mine',
    })
  })

  test('no secrets file is written where both secrets are set', async () => {
    const DATA_DIR = await emptyFolder()
    await ensureSecrets(loadConfig({ DATA_DIR, ...secrets }))
    await expect(readFile(join(DATA_DIR, 'secrets.json'))).rejects.toThrow('ENOENT')
  })

  test('RUN-14 production generates one session secret, readable by its user only, but no admin password', async () => {
    const DATA_DIR = await emptyFolder()
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => ensureSecrets(loadConfig({ DATA_DIR, NODE_ENV: 'production' }))),
    )
    expect(new Set(starts.map(({ sessionSecret }) => sessionSecret)).size).toBe(1)
    expect(starts[0]!.sessionSecret.length).toBeGreaterThanOrEqual(32)
    expect(starts[0]!.adminPassword).toBe('')
    expect((await stat(join(DATA_DIR, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(DATA_DIR, 'secrets.json'), 'utf8')).not.toContain('admin')
    expect(await readdir(DATA_DIR)).toEqual(['secrets.json'])
  })

  test('RUN-14 a data folder first used in production gets one admin password once development uses it', async () => {
    const DATA_DIR = await emptyFolder()
    const before = await ensureSecrets(loadConfig({ DATA_DIR, NODE_ENV: 'production' }))
    const [one, two] = await Promise.all([1, 2].map(() => ensureSecrets(loadConfig({ DATA_DIR }))))
    expect(one!.adminPassword.length).toBeGreaterThanOrEqual(12)
    expect(two).toEqual(one!)
    expect(one!.sessionSecret).toBe(before.sessionSecret)
  })

  test('a damaged secrets file is named in the error', async () => {
    const DATA_DIR = await emptyFolder()
    await writeFile(join(DATA_DIR, 'secrets.json'), '{')
    await expect(ensureSecrets(loadConfig({ DATA_DIR }))).rejects.toThrow('secrets.json is damaged')
  })
})

test('.env.example documents every setting', async () => {
  const example = await readFile(join(import.meta.dir, '../.env.example'), 'utf8')
  const documented = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  const source = await readFile(join(import.meta.dir, 'config.ts'), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z_]+): v\./gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual(read.sort())
})
