import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { createApp } from '#server/app.ts'
import { ROOT } from '#server/commands/console.ts'
import { loadConfig } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import * as schema from '#server/db/schema.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { createLogger } from '#server/log.ts'
import { openMediaStorage } from '#server/media/open-storage.ts'
import { builtAssets } from '#server/ssr/assets.ts'
import { createPages } from '#server/ssr/pages.ts'
import { ADMIN_PASSWORD, SESSION_SECRET, type Forum } from '../world.ts'

export type Statement = { text: string, params: unknown[] }

/** What a page or call sends to the database, by the running code, taken down instead of guessed. */
export async function statementsOf(forum: Forum, requests: Request[]): Promise<Statement[][]> {
  const statements: Statement[] = []
  const sql = postgres(forum.url, { max: 2, onnotice: () => {} })
  const config = loadConfig({ SESSION_SECRET, ADMIN_PASSWORD, DATABASE_URL: forum.url, RATE_LIMIT_SCALE: '1000000', DATA_DIR: forum.dataDir })
  const services: Services = {
    config,
    db: drizzle(sql, { schema, logger: { logQuery: (text, params) => statements.push({ text, params }) } }),
    log: createLogger('error', false),
    limiter: createRateLimiter(config.rateLimitScale),
    mailer: { send: async () => {} },
    media: openMediaStorage(config),
    now: () => new Date(),
  }
  const app = createApp(services, createPages(await builtAssets(join(ROOT, 'dist/client'))))
  const found: Statement[][] = []
  for (const request of requests) {
    statements.length = 0
    const answer = await app.fetch(request)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${request.url} answers ${answer.status}`)
    found.push(statements.slice())
  }
  await sql.end()
  return found
}

/** Sends the same statements, prepared, through postgres.js and nothing else, in a closed loop; pages a second. */
export async function bareSql(forum: Forum, pages: Statement[][], seconds: number, workers = 16): Promise<number> {
  const sql = postgres(forum.url, { max: workers, onnotice: () => {} })
  const end = performance.now() + seconds * 1_000
  const begun = performance.now()
  let done = 0
  await Promise.all(Array.from({ length: workers }, async (_, worker) => {
    for (let at = worker; performance.now() < end; at += 1) {
      for (const { text, params } of pages[at % pages.length]!) {
        await sql.unsafe(text, params as never[], { prepare: true })
      }
      done += 1
    }
  }))
  const rate = done / ((performance.now() - begun) / 1_000)
  await sql.end()
  return rate
}
