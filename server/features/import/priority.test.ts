import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createDb } from '#server/db/driver/client.ts'
import { createTestApp } from '#server/test/app.ts'
import { phpbb } from './sources/phpbb/reader.ts'
import { createFormerForum, importInto } from './testing/former-forum.ts'

const forum = await createFormerForum('phpbb')
afterAll(forum.drop)

test("IMP-32 an import turns off PostgreSQL's parallel workers, which would not have its low priority", async () => {
  const t = await createTestApp()
  const { db, close } = createDb(t.services.config.databaseUrl!, { max: 1 })
  try {
    await importInto({ ...t, db }, phpbb, { database: forum.url })
    expect(await db.execute(sql`select current_setting('max_parallel_workers_per_gather') as workers`)).toMatchObject([
      { workers: '0' },
    ])
  } finally {
    await close()
  }
})
