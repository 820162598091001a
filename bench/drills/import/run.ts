import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { ensureDatabase, startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedLarge } from '#server/db/seed/large.ts'
import { digestsOf, importWhole, importWithKills } from '#server/features/import/testing/kills.ts'
import { fillLargeForum } from '#server/features/import/testing/large-forum.ts'
import { startReaders } from './readers.ts'
import type { ImportResult } from './report.ts'

/** Milliseconds of reading feeds before the import starts, as a baseline. */
const ALONE_MS = 30_000
const WARM_UP_MS = 5_000
const PEOPLE_SHARE = 10
const RUNNING = { users: 2_000, categories: 20, posts: 10_000, comments: 40_000, votes: 40_000 }

type Options = { home: string; kills: number; posts: number; print: (line: string) => void }

async function withClient(url: string, use: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  await use(sql).finally(() => sql.end({ timeout: 5 }))
}

/**
 * `former` is the forum to import. `whole` imports it in one run; `parts` is a copy of `whole` from before, in which
 * the import is killed and started again.
 */
async function makeDatabases(server: string, { home, kills, posts, print }: Options) {
  const named = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const [former, whole, parts] = [named('former'), named('whole'), named('parts')]
  await ensureDatabase(former)
  await fillLargeForum(former, { posts, people: Math.ceil(posts / PEOPLE_SHARE) })
  await ensureDatabase(whole)
  await migrate(whole)
  await withClient(whole, (sql) => seedLarge(sql, RUNNING, print))
  if (kills > 0) {
    // A server adds the bot's account when it first starts, and the copy must contain the account too.
    const { stop } = await startReaders(whole, join(home, 'server'))
    await stop()
    await withClient(server, (sql) => sql.unsafe('create database parts template whole'))
  }
  return { former, whole, parts }
}

/** Imports a forum once undisturbed and once with kills at random times, and compares the two databases. */
export async function runImportDrill(options: Options): Promise<ImportResult> {
  const { home, kills, posts, print } = options
  await rm(home, { recursive: true, force: true })
  const server = await startEmbeddedPostgres({ dataDir: home, log: print })
  try {
    const { former, whole, parts } = await makeDatabases(server.url, options)
    const importing = { former, folder: join(home, 'import'), kills, print }
    const readers = await startReaders(whole, join(home, 'server'))
    const readAlone = async () => {
      await Bun.sleep(WARM_UP_MS)
      readers.latency()
      await Bun.sleep(ALONE_MS)
      return { ...readers.latency(), load: loadavg()[0]! }
    }
    const before = await readAlone()
    const { ms, memory } = await importWhole({ ...importing, target: whole })
    const meanwhile = { ...readers.latency(), load: loadavg()[0]! }
    const after = await readAlone()
    await readers.stop()
    const result: ImportResult = {
      posts,
      people: Math.ceil(posts / PEOPLE_SHARE),
      ms,
      memory,
      before,
      meanwhile,
      after,
      failedReads: readers.failed(),
      load: { before: before.load, meanwhile: meanwhile.load },
      kills: null,
    }
    if (kills === 0) return result
    const expected = await digestsOf(whole)
    const killed = await importWithKills({ ...importing, target: parts }, Number.parseInt(expected.import_row!, 10))
    const found = await digestsOf(parts)
    const differing = Object.keys(expected).filter((table) => expected[table] !== found[table])
    return { ...result, kills: { wanted: kills, killed, differing } }
  } finally {
    await server.stop()
  }
}
