import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { notification } from '../notifications/table.ts'
import { FIRST_FOLLOWERS } from './queries.ts'

const t = await createTestApp()

test('a comment notifies the first followers of a thread at once and the others by a job, each once', async () => {
  const [author, writer, post] = [await createUser(t.db), await createUser(t.db), await createPost(t.db)]
  const count = FIRST_FOLLOWERS * 2 + 30
  await t.db.execute(sql`with made as (
      insert into "user" (username, email_verified) select 'obserwator' || n, true
      from generate_series(1, ${count}::integer) n returning id)
    insert into thread_level (user_id, post_id, level) select id, ${post.id}::integer, 'all' from made`)
  await (await t.as(author)).notifications.setThread({ post_id: post.id, level: 'all' })
  const receivers = async () => (await t.db.select().from(notification)).filter(({ kind }) => kind === 'post_comment')

  const { id } = await (await t.as(writer)).comments.create({ post_id: post.id, content: 'Pierwsze pomidory' })
  const atOnce = await receivers()
  expect(atOnce.length).toBeLessThanOrEqual(FIRST_FOLLOWERS + 1)
  await runJobs(t.services)
  const all = await receivers()
  expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(all.length)
  expect(all.filter(({ comment_id }) => comment_id === id).length).toBeGreaterThan(count)
})
