import { rm } from 'node:fs/promises'
import { createHttpApi } from '#shared/api/client.ts'
import { contract, type Api } from '#shared/api/index.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { createApp, type Pages } from '#server/http/app.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { createTestDatabase } from './database.ts'
import { errorsOf, isDeclared } from './declared-errors.ts'

export const ADMIN_PASSWORD = 'Staff-password-1'

type Caller = { id: number } | null
type Options = { lang?: Lang; admin?: string; address?: string; headers?: Record<string, string> }

/**
 * Runs the real app on its own database until `close`. `as(user)` is the typed client of a member, `as(null)` a
 * visitor's; rate limits are off unless `RATE_LIMIT_SCALE` is set.
 */
export async function openTestApp(settings: Record<string, string> = {}, pages?: Pages) {
  const database = await createTestDatabase()
  const dataDir = `${process.env.TMPDIR ?? '/tmp'}/watek-test-${crypto.randomUUID()}`
  const config: Config = loadConfig({
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'test-secret-test-secret-test-secret',
    ADMIN_PASSWORD,
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
    ...settings,
  })
  const clock = { now: () => new Date() }
  const services = createServices({
    config,
    db: database.db,
    log: createLogger('error', false),
    now: () => clock.now(),
  })
  const app = createApp(services, pages)
  async function close(): Promise<void> {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }

  async function bearerOf(user: { id: number }): Promise<string> {
    const id = crypto.randomUUID()
    const expires_at = new Date(clock.now().getTime() + LIFETIME.session)
    await database.db.insert(session).values({ id, user_id: user.id, expires_at })
    return signAccessToken(config.sessionSecret, id, user.id, expires_at)
  }

  function fetchFrom(address: string) {
    return (url: string, init: RequestInit = {}) =>
      app.request(url, init, { requestIP: () => ({ address }), timeout: () => {} })
  }

  async function headersOf(user: Caller, options: Options): Promise<Record<string, string>> {
    return {
      cookie: `language=${options.lang ?? 'pl'}`,
      ...(user && { authorization: `Bearer ${await bearerOf(user)}` }),
      ...(options.admin && { 'x-admin-password': options.admin }),
      ...options.headers,
    }
  }

  return {
    ...database,
    services,
    config,
    clock,
    app,
    bearerOf,
    close,
    /** Sends a raw request, for what the typed client cannot send. */
    request: (url: string, init: RequestInit = {}, address = '127.0.0.1') => fetchFrom(address)(url, init),
    async as(user: Caller, options: Options = {}): Promise<Api> {
      const headers = await headersOf(user, options)
      return createHttpApi(contract, fetchFrom(options.address ?? '127.0.0.1') as never, {
        headers: () => headers,
        onError({ status, code }, endpoint) {
          const isForeign = Object.keys(headers).some((name) =>
            ['origin', 'sec-fetch-site'].includes(name.toLowerCase()),
          )
          if (status === 0 || status >= 500 || isDeclared(endpoint, errorsOf(status, code), { isForeign })) return
          throw new Error(
            `${endpoint.method} ${endpoint.path} answers ${status} ${code}, which its contract does not give`,
          )
        },
      })
    },
  }
}
