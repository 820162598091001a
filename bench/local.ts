import { eq } from 'drizzle-orm'
import { loadConfig } from '#server/config.ts'
import type { BaseCtx } from '#server/context.ts'
import type { Db } from '#server/db/driver/client.ts'
import { user } from '#server/features/users/table.ts'
import { createMemoryRateStore, createRateLimiter } from '#server/lib/rate-limit.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'

export async function readerOf(db: Db, url: string, userId: number): Promise<BaseCtx> {
  const config = loadConfig({ SESSION_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: 'x'.repeat(12), DATABASE_URL: url })
  const [row] = await db
    .select({ id: user.id, username: user.username, email: user.email })
    .from(user)
    .where(eq(user.id, userId))
  if (!row) throw new Error(`There is no member ${userId}`)
  const viewer = {
    ...row,
    email: row.email ?? '',
    karma: 0,
    email_verified: true,
    is_admin: false,
    home_feed: 'all' as const,
    avatar_url: null,
    trust_level: 3,
    session_id: '',
    session_expires_at: new Date(),
    suspension: null,
  }
  return {
    ...createServices({
      config,
      db,
      log: createLogger('error', false),
      limiter: createRateLimiter(1e9, createMemoryRateStore()),
    }),
    db,
    viewer,
    lang: 'pl',
    variant: 'normal',
    address: '127.0.0.1',
    request_id: '',
    by_bearer: true,
    admin_credential: null,
    known_browser: null,
    request: null,
    invalidated: new Set(),
    setHeader: () => {},
    setSessionCookie: () => {},
    setKnownBrowserCookie: () => {},
    waitLong: () => {},
  }
}
