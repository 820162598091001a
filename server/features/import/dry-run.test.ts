import { afterAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { category } from '../categories/table.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import type { Source } from './records.ts'
import { phpbb } from './sources/phpbb/reader.ts'
import { createFormerForum, importInto } from './testing/former-forum.ts'

const LATER = `insert into phpbb_posts (post_id, topic_id, poster_id, post_time, post_text)
  select 1000 + n, 10, 2, 1200000900 + n, 'Niebywale późna odpowiedź' from generate_series(1, 3) n`

const forum = await createFormerForum('phpbb')
afterAll(forum.drop)

test('IMP-33 members can write and vote during a dry run of an import, which changes nothing', async () => {
  const t = await createTestApp()
  const first = await importInto(t, phpbb, { database: forum.url })
  await forum.sql.unsafe(LATER)
  const tables = [user, category, post, postRank]
  const rowsOf = async () =>
    (await Promise.all(tables.map((table) => t.db.select().from(table)))).map((one) => one.length)
  const before = await rowsOf()
  let isFree = false
  const read = async (given: Parameters<Source['open']>[0]) => {
    const reader = await phpbb.open(given)
    async function* records() {
      yield* reader.records()
      yield { kind: 'ban', id: 'x', person: null, until: null, reason: '' } as const
      // The dry run's transaction is still open here; the updates below must not wait for its locks.
      await t.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '2s'`)
        const [home] = await tx.update(category).set({ post_count: 100 }).returning()
        await tx.update(user).set({ karma: 5 })
        await tx.update(postRank).set({ upvotes: 7 })
        await tx.insert(post).values({ category_id: home!.id, title: 'Niebywale', content: 'późna odpowiedź' })
      })
      isFree = true
    }
    return { ...reader, records }
  }
  const report = await importInto(t, { ...phpbb, open: read }, { database: forum.url, batchSize: 1, isDryRun: true })
  expect(isFree).toBe(true)
  expect(report.sums.post!.imported).toBe(first.sums.post!.imported + 3)
  const after = await rowsOf()
  expect(after).toEqual([before[0]!, before[1]!, before[2]! + 1, before[3]!])
  expect(await t.db.select().from(user).where(eq(user.karma, 5))).toHaveLength(before[0]!)
})
