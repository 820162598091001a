import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { pushTasks } from './jobs.ts'
import { createBrowser } from './testing/push-service.ts'

/** More followers than fit into one batch of push messages. */
const FOLLOWERS = 60

const t = await createTestApp({ PUSH_ALLOW_PRIVATE: 'true' })
const { keys } = await createBrowser()

/** A fake push service that responds to the first message only after `release`. */
let arrived: string[] = []
let { promise: released, resolve: release } = Promise.withResolvers<void>()
const service = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    if (arrived.push(new URL(url).pathname) === 1) await released
    return new Response(null, { status: 201 })
  },
})
afterAll(() => service.stop(true))
beforeEach(() => {
  arrived = []
  ;({ promise: released, resolve: release } = Promise.withResolvers<void>())
})

async function followedThread() {
  const [writer, post] = [await createUser(t.db), await createPost(t.db)]
  await t.db.execute(sql`
    with made as (
      insert into "user" (username, email_verified) select 'follower' || ${post.id}::integer || '_' || n, true
      from generate_series(1, ${FOLLOWERS}::integer) n returning id),
    signed_in as (
      insert into session (id, user_id, expires_at) select 'session' || id, id, now() + interval '1 day' from made
      returning id, user_id),
    followed as (insert into thread_level (user_id, post_id, level) select id, ${post.id}::integer, 'all' from made),
    wanted as (insert into notification_settings (user_id, push_on) select id, '{comment}' from made)
    insert into push_subscription (user_id, session_id, variant, endpoint, p256dh, auth)
    select user_id, id, 'normal', ${service.url.origin}::text || '/' || user_id, ${keys.p256dh}::text,
      ${keys.auth}::text from signed_in`)
  const api = await t.as(writer)
  return { write: (content: string) => api.comments.create({ post_id: post.id, content }) }
}

async function untilArrived(count: number): Promise<void> {
  while (arrived.length < count) await Bun.sleep(5)
}

const sendPush = () => pushTasks.send_push(t.services, {}, new AbortController().signal)

test("PUSH-4 push messages of further batches are sent while a push service's response is awaited", async () => {
  const { write } = await followedThread()
  await write('Pierwsze pomidory')
  const working = sendPush()
  await untilArrived(FOLLOWERS)
  release()
  await working
  await runJobs(t.services)
  expect(new Set(arrived).size).toBe(FOLLOWERS)
  expect(arrived).toHaveLength(FOLLOWERS)
})

test('PUSH-4 a second push job leaves the messages to the running one, and each is sent once', async () => {
  const { write } = await followedThread()
  await write('Pierwsze ogórki')
  const order: string[] = []
  const first = sendPush().then(() => order.push('first'))
  await sendPush().then(() => order.push('second'))
  await untilArrived(FOLLOWERS)
  release()
  await first
  await runJobs(t.services)
  expect(order).toEqual(['second', 'first'])
  expect(new Set(arrived).size).toBe(FOLLOWERS)
  expect(arrived).toHaveLength(FOLLOWERS)
})

test('PUSH-4 push messages that become due while a push job sends others are sent by the same job', async () => {
  const [one, other] = [await followedThread(), await followedThread()]
  await one.write('Pierwsza marchew')
  const working = sendPush()
  await untilArrived(1)
  await other.write('Pierwsza rzodkiewka')
  await sendPush()
  await untilArrived(2 * FOLLOWERS)
  release()
  await working
  expect(new Set(arrived).size).toBe(2 * FOLLOWERS)
})
