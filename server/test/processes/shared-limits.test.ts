import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATE_RULES } from '#server/lib/rate-rules.ts'
import { missingRedis, startRedis } from '#server/redis/testing/redis-server.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { startProcess } from './serve.ts'

const missing = missingRedis()
const LIMIT = RATE_RULES.register.find(({ by }) => by === 'address')!.limit

test.skipIf(missing !== null)(
  `SCALE-2 four processes together allow as many requests as one${missing === null ? '' : ` (skipped: ${missing})`}`,
  async () => {
    const { url, drop } = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'watek-limits-'))
    const redis = await startRedis()
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, REDIS_URL: redis.url, RATE_LIMIT_SCALE: '1' }
    const processes = await Promise.all([1, 2, 3, 4].map(() => startProcess(settings)))
    const register = (at: number) =>
      fetch(`${processes[at % 4]!.origin}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: `osoba_${at}`, email: `osoba${at}@example.org`, password: 'Haslo1234' }),
      })
    try {
      const statuses = await Promise.all(Array.from({ length: 100 }, async (_, at) => (await register(at)).status))
      expect(statuses.filter((status) => status === 201)).toHaveLength(LIMIT)
      expect(statuses.filter((status) => status === 429)).toHaveLength(100 - LIMIT)
      const metrics = async () => (await fetch(`${processes[0]!.origin}/metrics`)).text()
      expect(await metrics()).toContain('\nwatek_redis_up 1\n')
      await redis.stop()
      while (!(await metrics()).includes('\nwatek_redis_up 0\n'))
        expect([201, 429]).toContain((await register(0)).status)
    } finally {
      await Promise.all(processes.map((one) => one.stop()))
      await redis.stop()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
