import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { createDb, isConnectionLost } from '#server/db/driver/client.ts'
import { startNetwork } from '#server/db/driver/testing/network.ts'
import { missingPgBouncer, startPgBouncer } from '#server/db/driver/testing/pgbouncer.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { user } from '#server/features/users/table.ts'
import { listOutbox, outboxDir, readOutboxMail } from '#server/mail/outbox.ts'
import { failure } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { startProcess } from './serve.ts'

test.skipIf(missingPgBouncer !== null)(
  `SCALE-6 PgBouncer is installed for the tests behind it${missingPgBouncer === null ? '' : `: ${missingPgBouncer}`}`,
  () => {},
)

describe.skipIf(missingPgBouncer !== null)('two processes behind PgBouncer in transaction mode', async () => {
  if (missingPgBouncer !== null) return
  const SESSION_SECRET = 'pooler-pooler-pooler-pooler-pooler-pooler'
  const PASSWORD = 'Haslo1234'
  const { db, url, drop } = await createTestDatabase()
  const name = sql.identifier(new URL(url).pathname.slice(1))
  await db.execute(sql`alter role current_user in database ${name} set statement_timeout = '7s'`)
  // There are fewer connections than statements in flight, so that statements share connections.
  const pooler = await startPgBouncer(url, { default_pool_size: 4 })
  const dataDir = await mkdtemp(join(tmpdir(), 'watek-pooler-'))
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: url,
    DATABASE_POOLER: 'transaction',
    DATA_DIR: dataDir,
    SESSION_SECRET,
    ADMIN_PASSWORD: 'Staff-password-1',
  }
  const [one, other] = await Promise.all([startProcess(settings), startProcess(settings)])

  afterEach(() => {
    expect([one.output(), other.output()]).toEqual(['', ''])
  })

  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
    await pooler.stop()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function tokenOf({ id: user_id }: { id: number }): Promise<string> {
    const id = crypto.randomUUID()
    const expires_at = new Date(Date.now() + LIFETIME.session)
    await db.insert(session).values({ id, user_id, expires_at })
    return signAccessToken(SESSION_SECRET, id, user_id, expires_at)
  }

  const author = await createUser(db, { username: 'Autorka' })
  const category = await createCategory(db, { name: 'ogrod', creator: author })

  test('SCALE-6 no vote is lost when twelve members change theirs thirty times concurrently', async () => {
    const post = await createPost(db, { author, category })
    const tokens = await Promise.all(Array.from({ length: 12 }, async () => tokenOf(await createUser(db))))
    await Promise.all(
      tokens.map(async (token, at) => {
        const api = [one, other][at % 2]!.api(token)
        for (let turn = 1; turn <= 30; turn += 1)
          await api.votes.post({ post_id: post.id, value: turn % 2 === 0 ? 1 : -1 })
      }),
    )
    expect(await other.api().posts.get({ post_id: post.id })).toMatchObject({ upvotes: 12, downvotes: 0 })
    expect(await db.select({ karma: user.karma }).from(user).where(eq(user.id, author.id))).toEqual([{ karma: 12 }])
  })

  test('SCALE-6 a newcomer signs up by mail, logs in and out: jobs run, sessions end on both processes', async () => {
    const email = 'nowa@example.org'
    await one.api().auth.register({ username: 'Nowa_Osoba', email, password: PASSWORD })
    let token: string | null = null
    while (token === null) {
      const entry = (await listOutbox(outboxDir(dataDir))).find(({ to }) => to === email)
      const mail = entry && (await readOutboxMail(outboxDir(dataDir), entry.name))
      if (mail) token = new URL(mail.links[0]!).searchParams.get('token')
      else await Bun.sleep(20)
    }
    await other.api().auth.verifyEmail({ token, email })
    const { access_token } = await one.api().auth.login({ username: 'nowa_osoba', password: PASSWORD })
    expect((await other.api(access_token).users.me()).username).toBe('Nowa_Osoba')
    await one.api(access_token).auth.logout()
    expect((await failure(other.api(access_token).users.me())).status).toBe(401)
  })

  test('SCALE-6 a post deleted on one process is removed from the page cache of the other by NOTIFY', async () => {
    const post = await createPost(db, { author, category, title: 'Znika wszędzie' })
    expect((await other.page(`/post/${post.id}`)).html).toContain('Znika wszędzie')
    await one.api(await tokenOf(author)).posts.remove({ post_id: post.id })
    while ((await other.page(`/post/${post.id}`)).status !== 404) await Bun.sleep(5)
  })

  test("SCALE-6 every connection has the role's statement timeout and no prepared statement", async () => {
    const pooled = createDb(pooler.url, { pooler: 'transaction' })
    const seen = await Promise.all(
      Array.from({ length: 40 }, () =>
        pooled.db.transaction(
          async (tx) =>
            (
              await tx.execute(sql`
      select current_setting('statement_timeout') as timeout, (select count(*)::integer
        from pg_prepared_statements) as prepared`)
            )[0],
        ),
      ),
    )
    await pooled.close()
    expect(new Set(seen.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ timeout: '7s', prepared: 0 })]),
    )
  })

  test('SCALE-6 no acknowledged write is lost, even if the pooler does not support prepared statements', async () => {
    // A separate pooler is used, because its connections keep their prepared statements.
    const own = await startPgBouncer(url, { default_pool_size: 4 })
    const prepared = createDb(own.url, { pooler: 'transaction-prepared' })
    const members = await Promise.all(Array.from({ length: 12 }, () => createUser(db)))
    const acknowledged = await Promise.all(
      members.map(async ({ id }) => {
        let last: string | null = null
        for (let turn = 1; turn <= 30; turn += 1) {
          const bio = `${id} ${turn}`
          const write = prepared.db.transaction((tx) => tx.update(user).set({ bio }).where(eq(user.id, id)))
          last = await write.then(
            () => bio,
            () => last,
          )
        }
        return last
      }),
    )
    await prepared.close()
    await own.stop()
    const stored = await Promise.all(
      members.map(async ({ id }) => (await db.select({ bio: user.bio }).from(user).where(eq(user.id, id)))[0]!.bio),
    )
    expect(stored as (string | null)[]).toEqual(acknowledged)
  })

  test('SCALE-6 queries fail as with a lost connection while PgBouncer cannot reach the database', async () => {
    const network = await startNetwork(url)
    const behind = await startPgBouncer(url.replace(new URL(url).host, network.host), { query_wait_timeout: 1 })
    const pooled = createDb(behind.url, { pooler: 'transaction', max: 2 })
    const outcomes: unknown[] = [await pooled.db.execute(sql`select 1`).then(() => 'answered', isConnectionLost)]
    network.stop()
    for (let at = 0; at < 8; at += 1)
      outcomes.push(await pooled.db.execute(sql`select 1`).then(() => 'answered', isConnectionLost))
    await pooled.close()
    await behind.stop()
    expect(outcomes).toEqual(['answered', ...Array.from({ length: 8 }, () => true)])
  })
})
