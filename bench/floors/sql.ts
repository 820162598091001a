import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { createApp } from '#server/http/app.ts'
import { ROOT } from '#server/commands/console.ts'
import { loadConfig } from '#server/config.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { builtAssets } from '#server/ssr/assets.ts'
import { createPages } from '#server/ssr/pages.ts'
import { ADMIN_PASSWORD, SESSION_SECRET, type Forum } from '../fixture.ts'

export type Statement = { text: string; params: unknown[] }

export async function statementsOf(forum: Forum, requests: Request[]): Promise<Statement[][]> {
  const statements: Statement[] = []
  const sql = postgres(forum.url, { max: 2, onnotice: () => {} })
  const config = loadConfig({
    SESSION_SECRET,
    ADMIN_PASSWORD,
    DATABASE_URL: forum.url,
    RATE_LIMIT_SCALE: '1000000',
    DATA_DIR: forum.dataDir,
  })
  const db = drizzle(sql, { logger: { logQuery: (text, params) => statements.push({ text, params }) } })
  const app = createApp(
    createServices({ config, db, log: createLogger('error', false) }),
    createPages(await builtAssets(join(ROOT, 'dist/client'))),
  )
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

/** Runs the statements with postgres.js alone, each page after the one before it; returns pages per second. */
export async function bareSql(forum: Forum, pages: Statement[][], seconds: number, workers = 16): Promise<number> {
  const sql = postgres(forum.url, { max: workers, onnotice: () => {} })
  const end = performance.now() + seconds * 1_000
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let at = worker; performance.now() < end; at += 1) {
        for (const { text, params } of pages[at % pages.length]!) {
          await sql.unsafe(text, params as never[], { prepare: true })
        }
        done += 1
      }
    }),
  )
  const rate = done / ((performance.now() - startedAt) / 1_000)
  await sql.end()
  return rate
}
