import { existsSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'

/** What makes PostgreSQL fast and forgetful, as tests want it. */
export const TEST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
}

const ROOT = resolve(import.meta.dir, '../..')
const MEMORY = '/dev/shm'
const ROOM = 2_000_000_000

/** Where the test databases live: in memory, where copying one takes a fraction of what it takes on a disk, else in data/test. */
export function testDataDir(): string {
  const inMemory = `${MEMORY}/watek-test-${process.getuid?.() ?? 0}-${Bun.hash(ROOT).toString(36)}`
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM ? inMemory : resolve(ROOT, 'data/test')
  } catch {
    return resolve(ROOT, 'data/test')
  }
}

/** Gives the memory back, unless another run still uses the database. */
export async function freeTestData(): Promise<void> {
  const dataDir = testDataDir()
  const isInUse = existsSync(join(dataDir, 'postgres/postmaster.pid'))
  if (dataDir.startsWith(MEMORY) && !isInUse) await rm(dataDir, { recursive: true, force: true })
}

if (import.meta.main) {
  // A runner of parallel tests ends its descendants by signal; the end of stdin says the same and leaves time to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? testDataDir(),
    log: () => {},
    settings: TEST_SETTINGS,
  })
  console.log(url)
  for await (const _ of Bun.stdin.stream()) continue
  await stop()
}
