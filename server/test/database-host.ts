import { existsSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'

/** PostgreSQL settings that trade durability for speed. */
export const TEST_SETTINGS = {
  fsync: 'off',
  wal_level: 'minimal',
  // Several test files and their server processes connect at the same time.
  max_connections: '300',
  shared_buffers: '16MB',
  autovacuum: 'off',
  full_page_writes: 'off',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
}

const ROOT = resolve(import.meta.dir, '../..')
const MEMORY = '/dev/shm'
const ROOM = 2_000_000_000

/** Returns a folder in memory if there is room, since copying databases is faster there, otherwise data/test. */
export function testDataDir(): string {
  const inMemory = `${MEMORY}/watek-test-${process.getuid?.() ?? 0}-${Bun.hash(ROOT).toString(36)}`
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM ? inMemory : resolve(ROOT, 'data/test')
  } catch {
    return resolve(ROOT, 'data/test')
  }
}

/** Does nothing while another test run uses the files. */
export async function freeTestData(): Promise<void> {
  const dataDir = testDataDir()
  const isInUse = existsSync(join(dataDir, 'postgres/postmaster.pid'))
  if (dataDir.startsWith(MEMORY) && !isInUse) await rm(dataDir, { recursive: true, force: true })
}

if (import.meta.main) {
  // Signals are ignored, because this process must run until the test process exits, which closes stdin.
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
