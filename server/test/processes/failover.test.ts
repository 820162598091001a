import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIFETIME } from '#shared/limits.ts'
import { createDb } from '#server/db/driver/client.ts'
import { primaryUrl } from '#server/db/driver/primary.ts'
import { migrate } from '#server/db/migrate.ts'
import { startReplication } from '#server/db/replicas/testing/replication.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { listOutbox, outboxDir } from '#server/mail/outbox.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { startProcess, type ServerProcess } from './serve.ts'

const SESSION_SECRET = 'failover-failover-failover-failover-failover'

const {
  primary,
  replicas: [standby, reader],
  stop,
} = await startReplication(2)
// With synchronous replication a commit is acknowledged once the standby has it.
await primary.stop()
await primary.start({ synchronous_standby_names: 'replica1' })
await migrate(primary.url)
const both = `${primary.url.replace(/\/watek$/, '')},${new URL(standby!.url).host}`
const hosts = `${both}/watek?target_session_attrs=read-write`
const dataDir = await mkdtemp(join(tmpdir(), 'watek-failover-'))
const settings = {
  DATABASE_URL: hosts,
  DATABASE_REPLICA_URLS: `${standby!.url},${reader!.url}`,
  DATA_DIR: dataDir,
  SESSION_SECRET,
  ADMIN_PASSWORD: 'Staff-password-1',
}
const [one, other] = await Promise.all([startProcess(settings), startProcess(settings)])
const { db, close } = createDb(hosts)

afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  await close()
  await stop()
  await rm(dataDir, { recursive: true, force: true })
})

const author = await createUser(db, { username: 'Autorka' })
const category = await createCategory(db, { name: 'ogrod', creator: author })
const id = crypto.randomUUID()
const expires_at = new Date(Date.now() + LIFETIME.session)
await db.insert(session).values({ id, user_id: author.id, expires_at })
const token = await signAccessToken(SESSION_SECRET, id, author.id, expires_at)

const write = (process: ServerProcess, title: string) =>
  process.api(token).posts.create({ title, category_id: category.id })
const works = (process: ServerProcess, title: string) =>
  write(process, title).then(
    () => true,
    () => false,
  )
const onStandby = async (text: string) => Number((await standby!.query(text))[0]!.count)

/** Titles of acknowledged posts, and while there was no primary, the statuses of reads and the responses to writes. */
let failover: { acknowledged: string[]; statuses: number[]; refused: Response[] }

// The primary is killed while all processes write to it, and the standby is promoted.
beforeAll(async () => {
  const acknowledged: string[] = []
  let isOver = false
  const writers = Promise.all(
    [one, other, one, other].map(async (process, writer) => {
      for (let at = 0; !isOver; at += 1) {
        const title = `Wpis ${writer} numer ${at}`
        if (await works(process, title)) acknowledged.push(title)
        else await Bun.sleep(50)
      }
    }),
  )
  while (acknowledged.length < 40) await Bun.sleep(5)
  await primary.kill()
  // These URLs are requested for the first time, because an earlier response would come from the cache.
  const statuses = await Promise.all(
    [one, other].flatMap(({ origin }) =>
      [1, 2, 3].map(async (offset) => (await fetch(`${origin}/api/posts?offset=${offset}`)).status),
    ),
  )
  const refused = await Promise.all(
    [one, other].map(({ origin }) =>
      fetch(`${origin}/api/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Nie teraz', category_id: category.id }),
      }),
    ),
  )
  await standby!.query('select pg_promote()')
  for (const process of [one, other]) while (!(await works(process, 'Znowu działa'))) await Bun.sleep(20)
  isOver = true
  await writers
  failover = { acknowledged, statuses, refused }
})

test('SCALE-5 reads work and writes are 503 without a primary; after the promotion both work', async () => {
  const { acknowledged, statuses, refused } = failover
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '2'],
    [503, '2'],
  ])
  const stored = new Set((await standby!.query('select title from post')).map(({ title }) => title))
  expect(acknowledged.filter((title) => !stored.has(title))).toEqual([])
})

test("SCALE-5 processes receive each other's NOTIFY and run jobs after a failover", async () => {
  const { id: post_id } = await write(one, 'Znika wszędzie')
  while (!(await other.page(`/post/${post_id}`)).html.includes('Znika wszędzie')) await Bun.sleep(20)
  await one.api(token).posts.remove({ post_id })
  while ((await other.page(`/post/${post_id}`)).status !== 404) await Bun.sleep(5)
  await one.api().auth.register({ username: 'Nowa_Osoba', email: 'nowa@example.org', password: 'Haslo1234' })
  while (!(await listOutbox(outboxDir(dataDir))).some(({ to }) => to === 'nowa@example.org')) await Bun.sleep(20)
})

test('SCALE-5 replicas of the promoted host serve reads, and a returning old primary gets no writes', async () => {
  const { port } = new URL(reader!.url)
  const usable = () =>
    one
      .output()
      .trim()
      .split('\n')
      .filter((line) => line.includes(`127.0.0.1:${port}`))
      .at(-1)
      ?.includes('takes reads')
  while (usable()) {
    await write(one, 'Dalej')
    await Bun.sleep(200)
  }
  const [shown] = await reader!.query('show primary_conninfo')
  const followed = shown!.primary_conninfo!.toString().replace(/port=\d+/, `port=${new URL(standby!.url).port}`)
  await reader!.query(`alter system set primary_conninfo = '${followed}'`)
  await reader!.query('select pg_reload_conf()')
  while (!usable()) await Bun.sleep(20)
  expect(
    one
      .output()
      .trim()
      .split('\n')
      .filter((line) => line.includes(new URL(standby!.url).host))
      .at(-1),
  ).toContain('left out')
  const { id: post_id } = await write(one, 'Przed zmianą')
  for (let round = 1; round <= 20; round += 1) {
    await one.api(token).posts.edit({ post_id, title: `Wersja numer ${round}` })
    expect((await other.api(token).posts.get({ post_id })).title).toBe(`Wersja numer ${round}`)
  }
  await primary.start()
  expect(new URL(await primaryUrl(hosts)).host).toBe(new URL(standby!.url).host)
  const before = await onStandby('select count(*) from post')
  // During these writes the processes poll the hosts several times, and none may return to the old primary.
  for (let at = 0; at < 20; at += 1) {
    await write([one, other][at % 2]!, `Po powrocie ${at}`)
    await Bun.sleep(100)
  }
  expect(await onStandby('select count(*) from post')).toBe(before + 20)
  expect(
    await primary.query(
      "select application_name from pg_stat_activity where application_name like 'watek%' and application_name " +
        "<> 'watek primary'",
    ),
  ).toEqual([])
})
