import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIFETIME } from '#shared/limits.ts'
import { createDb } from '#server/db/driver/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { startReplication } from '#server/db/replicas/testing/replication.ts'
import { createReplicas, MAX_LAG_MS } from '#server/db/replicas/replicas.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { createLogger } from '#server/lib/log.ts'
import { readEvents } from '#server/test/event-stream.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { startProcess, type ServerProcess } from './serve.ts'

const SESSION_SECRET = 'replicas-replicas-replicas-replicas-replicas'
/** Milliseconds by which the second replica delays applying a commit. */
const LATE_MS = 3_000

/** With `isLate` the second of the two replicas lags. */
async function openCluster({ isLate }: { isLate: boolean }) {
  const {
    primary,
    replicas: [first, second],
    stop,
  } = await startReplication(2)
  if (isLate) {
    await second!.stop()
    await second!.start({ recovery_min_apply_delay: `${LATE_MS}ms` })
  }
  await migrate(primary.url)
  const database = createDb(primary.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'watek-replicas-'))
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: `${first!.url},${second!.url}`,
    DATA_DIR: dataDir,
    SESSION_SECRET,
    LOG_LEVEL: 'silent',
  }
  const servers: ServerProcess[] = []
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await database.close()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const author = await createUser(database.db, { username: 'Autorka' })
  const category = await createCategory(database.db, { name: 'ogrod', creator: author })
  const id = crypto.randomUUID()
  const expires_at = new Date(Date.now() + LIFETIME.session)
  await database.db.insert(session).values({ id, user_id: author.id, expires_at })
  const token = await signAccessToken(SESSION_SECRET, id, author.id, expires_at)
  async function startServers() {
    servers.push(...(await Promise.all([startProcess(settings), startProcess(settings)])))
    return servers as [ServerProcess, ServerProcess]
  }
  return { primary, prompt: first!, database, author, category, token, startServers }
}

const { prompt, database, author, category, token, startServers } = await openCluster({ isLate: true })
const [one, other] = await startServers()
const firstReads = await Promise.all(
  Array.from({ length: 6 }, (_, offset) => fetch(`${other.origin}/api/posts?offset=${offset}`)),
)

test('SCALE-4 a replica without the latest migrations serves no reads', () => {
  expect(firstReads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
})

test('SCALE-4 a member reads their own write on another process despite a lagging replica', async () => {
  const post = await createPost(database.db, { author, category })
  for (let round = 1; round <= 100; round += 1) {
    await one.api(token).posts.edit({ post_id: post.id, title: `Wersja numer ${round}` })
    expect((await other.api(token).posts.get({ post_id: post.id })).title).toBe(`Wersja numer ${round}`)
  }
})

test('SCALE-4 a post removed on one process is hidden on the other despite a lagging replica', async () => {
  for (let round = 1; round <= 20; round += 1) {
    const post = await one.api(token).posts.create({ title: `Zaraz zniknie ${round}`, category_id: category.id })
    await one.api(token).posts.remove({ post_id: post.id })
    // The other process may show the post until the bus message arrives, but never again after its first 404.
    while (
      await other
        .api()
        .posts.get({ post_id: post.id })
        .then(
          () => true,
          () => false,
        )
    )
      await Bun.sleep(5)
    const again = await Promise.all(
      Array.from({ length: 6 }, () =>
        other
          .api()
          .posts.get({ post_id: post.id })
          .then(
            () => 200,
            ({ status }: { status: number }) => status,
          ),
      ),
    )
    expect(again).toEqual([404, 404, 404, 404, 404, 404])
  }
})

test('SCALE-4 LIVE-2 a comment in an event stream is in every later read despite a lagging replica', async () => {
  const post = await createPost(database.db, { author, category })
  const six = <T>(read: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, read))
  // Waits until the lagging replica answers reads, which shows when a new post is missing in a list.
  for (let isMissing = false; !isMissing; await Bun.sleep(50)) {
    const { id } = await createPost(database.db, { author, category })
    const lists = await six(() => other.api().posts.list({ sort: 'new' }))
    isMissing = lists.some(({ posts }) => posts.every((shown) => shown.id !== id))
  }
  const stream = readEvents(await fetch(`${other.origin}/api/events?topics=post:${post.id}`))
  await stream.next('hello')
  const { id } = await one.api(token).comments.create({ post_id: post.id, content: 'Świeży' })
  await stream.next('thread')
  const found = await six(() => other.api().comments.list({ post_id: post.id }))
  expect(found.map(({ comments }) => comments.map((comment) => comment.id))).toEqual(
    Array.from({ length: 6 }, () => [id]),
  )
  await stream.close()
})

test('SCALE-4 a lagging replica gets no reads until it has caught up', async () => {
  const clock = { now: 0 }
  const onReplica = createDb(prompt.url)
  const watched = createReplicas(
    database,
    [{ name: 'prompt', database: onReplica }],
    createLogger('silent', true),
    () => clock.now,
  )
  const usable = async () => {
    await watched.poll()
    return watched.status()[0]!.isUsable
  }
  while (!(await usable())) await Bun.sleep(20)
  await prompt.query('select pg_wal_replay_pause()')
  await joinCategory(database.db, await createUser(database.db), category)
  await usable()
  clock.now += MAX_LAG_MS + 1
  expect(await usable()).toBe(false)
  expect(watched.pick()).toBeNull()
  await prompt.query('select pg_wal_replay_resume()')
  while (!(await usable())) await Bun.sleep(20)
  expect(watched.pick()).toBe(onReplica.db)
  await watched.close()
})

test('SCALE-4 no read fails when a replica is killed', async () => {
  let isOver = false
  const failures: unknown[] = []
  const readers = Promise.all(
    [one, other].map(async (door) => {
      for (let at = 0; !isOver; at += 1)
        await door
          .api()
          .posts.list({ offset: at % 5 })
          .catch((error: unknown) => failures.push(error))
    }),
  )
  await prompt.kill()
  await Bun.sleep(500)
  await prompt.start()
  isOver = true
  await readers
  expect(failures).toEqual([])
})

test('SCALE-4 visitors can read while the primary is down, and everything works once it is back', async () => {
  const { primary, category, token, startServers } = await openCluster({ isLate: false })
  const [one, other] = await startServers()
  while (!(await (await fetch(`${other.origin}/metrics`)).text()).includes('watek_replicas_usable 2'))
    await Bun.sleep(20)
  const haveEverything =
    'select count(*) = 2 as all from pg_stat_replication where replay_lsn >= pg_current_wal_insert_lsn()'
  while (!(await primary.query(haveEverything))[0]!.all) await Bun.sleep(20)
  await primary.kill()
  const status = async (offset: number) => (await fetch(`${other.origin}/api/posts?offset=${offset}`)).status
  // Until a server has recent positions of the replicas, it reads from the primary, which is down.
  while ((await status(0)) === 503) await Bun.sleep(20)
  const statuses = await Promise.all([1, 2, 3, 4].map(status))
  const refused = await fetch(`${other.origin}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  await primary.start()
  expect(statuses).toEqual([200, 200, 200, 200])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  while (
    await one
      .api(token)
      .posts.create({ title: 'Znowu działa', category_id: category.id })
      .then(
        () => false,
        () => true,
      )
  )
    await Bun.sleep(50)
})
