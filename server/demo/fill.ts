import { and, eq, isNull, sql } from 'drizzle-orm'
import { join } from 'node:path'
import type { Services, UserCtx } from '#server/context.ts'
import { createDb, postgresError, type Db, type DbOrTx, type Tx } from '#server/db/driver/client.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { ensureBot } from '#server/features/bot/queries.ts'
import { storeImage } from '#server/features/uploads/store.ts'
import { upload } from '#server/features/uploads/table.ts'
import { user } from '#server/features/users/table.ts'
import type { RateLimiter } from '#server/lib/rate-limit.ts'
import { readDemoData, type DemoData } from './data.ts'
import { planHistory } from './history/history.ts'
import { BOT, DAY, DEMO_ADMIN, type DemoEvent } from './history/plan.ts'

export type Logins = Record<string, string>

export type FillOptions = {
  logins: Logins
  /** Ends the fill after the running batch; the next start resumes it. */
  signal?: AbortSignal
  data?: DemoData
  /** Called once the accounts have been added to the empty database. */
  onBegin?: () => void
}

/** `elsewhere`: the database has members or a complete demo forum. `outdated`: another version began to fill it. */
type Outcome = 'filled' | 'elsewhere' | 'stopped' | 'outdated'

/** The only row of `demo.progress`, a table that exists until the demo is complete. */
type Progress = { now: number; fingerprint: string; done: number; ids: Record<string, number> }

const PICTURES = join(import.meta.dir, 'pictures')
const BATCH_SIZE = 50
const FILL_LOCK = 7_305_010
/** Shorter than PostgreSQL's deadlock timeout (1 s), so that the fill gives up before a member's request does. */
const LOCK_TIMEOUT_MS = 100
const LOCK_ERRORS = new Set(['55P03', '40P01'])
const BOT_AGE = 176 * DAY
const NO_LIMITS: RateLimiter = {
  take: async () => {},
  check: async () => {},
  tryTake: async () => 0,
  giveBack: async () => {},
}

const fingerprintOf = (events: DemoEvent[]) => Bun.hash(JSON.stringify(events)).toString(36)

/** An advisory lock serializes the transactions of several processes. */
async function exclusively<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await db.transaction(async (tx) => {
        // Commits need not wait for the disk, because a crash loses the progress together with its events.
        await tx.execute(sql`
          select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true), set_config('synchronous_commit', 'off',
            true),
            pg_advisory_xact_lock(${FILL_LOCK})`)
        return run(tx)
      })
    } catch (error) {
      if (!LOCK_ERRORS.has(postgresError(error)?.code ?? '')) throw error
      await Bun.sleep(LOCK_TIMEOUT_MS)
    }
  }
}

async function readProgress(db: DbOrTx): Promise<Progress | null> {
  // to_regclass() may use a cache older than the transaction that dropped the table.
  const tables = await db.execute(sql`select 1 from pg_tables where schemaname = 'demo' and tablename = 'progress'`)
  if (tables.length === 0) return null
  const [row] = await db.execute<{ progress: Progress }>(sql`select progress from demo.progress`)
  return row?.progress ?? null
}

async function writeProgress(tx: Tx, progress: Progress): Promise<void> {
  await tx.execute(sql`update demo.progress set progress = ${JSON.stringify(progress)}::jsonb`)
}

/** Returns null if the database has members, or if another process began to fill it first. */
async function begin(
  { config, now: clock }: Services,
  db: Db,
  data: DemoData,
  logins: Logins,
): Promise<Progress | null> {
  if (data.people.some(({ username }) => username.toLowerCase() === config.botUsername.toLowerCase())) {
    throw new Error(`BOT_USERNAME is the name of somebody in the demo forum: ${config.botUsername}`)
  }
  const hashes = new Map<string, string>()
  for (const [username, password] of Object.entries(logins)) hashes.set(username, await hashPassword(password))
  return exclusively(db, async (tx) => {
    // Prevents registrations until the accounts are inserted.
    await tx.execute(sql`lock table ${user} in share row exclusive mode`)
    if ((await tx.$count(user, eq(user.is_bot, false))) > 0) return null
    const now = clock().getTime()
    const botSince = new Date(now - BOT_AGE)
    const bot = await ensureBot(tx, config.botUsername, botSince)
    await tx.update(user).set({ created_at: botSince }).where(eq(user.id, bot!.id))
    const oldestFirst = data.people.toSorted((a, b) => b.joined - a.joined)
    const accounts = await tx
      .insert(user)
      .values(
        oldestFirst.map(({ username, bio, joined, state }) => ({
          username,
          bio,
          email: `${username}@example.org`,
          email_verified: state !== 'unverified',
          is_admin: username === DEMO_ADMIN,
          trust_level: 1,
          password_hash: hashes.get(username),
          created_at: new Date(now - joined * DAY),
        })),
      )
      .returning({ id: user.id, username: user.username })
    const ids = Object.fromEntries(
      [...accounts, { ...bot!, username: BOT }].map(({ id, username }) => [`u/${username}`, id]),
    )
    const progress = { now, fingerprint: fingerprintOf(planHistory(data, now)), done: 0, ids }
    await tx.execute(sql`create schema demo`)
    await tx.execute(sql`create table demo.progress as select ${JSON.stringify(progress)}::jsonb as progress`)
    return progress
  })
}

/** Runs nested transactions without savepoints, because a failed event ends the whole batch anyway. */
function flattened(tx: Tx): Tx {
  const flat: Tx = Object.create(tx, { transaction: { value: (run: (inner: Tx) => unknown) => run(flat) } })
  return flat
}

function contextOf(
  services: Services,
  tx: Tx,
  invalidated: UserCtx['invalidated'],
  { at, by }: DemoEvent,
  ids: Progress['ids'],
): UserCtx {
  const now = new Date(at)
  const viewer = {
    id: ids[`u/${by}`]!,
    username: by,
    email: `${by}@example.org`,
    karma: 0,
    email_verified: true,
    is_admin: by === DEMO_ADMIN,
    home_feed: 'all' as const,
    avatar_url: null,
    trust_level: 3,
    session_id: '',
    session_expires_at: now,
    suspension: null,
    scopes: null,
  }
  return {
    ...services,
    db: tx,
    invalidated,
    now: () => now,
    limiter: NO_LIMITS,
    viewer,
    lang: 'pl',
    variant: 'normal',
    address: '',
    request_id: 'demo',
    by_bearer: true,
    admin_credential: null,
    known_browser: null,
    pending_sign_in: null,
    closed_announcements: null,
    request: null,
    setHeader: () => {},
    setSessionCookie: () => {},
    setKnownBrowserCookie: () => {},
    setPendingSignInCookie: () => {},
    waitLong: () => {},
  }
}

/** Stores every picture once; the returned function adds it as a user's upload and returns its URL. */
function openPictures(services: Services, events: DemoEvent[], ids: Progress['ids']) {
  const urls = new Map<string, Promise<string>>()
  for (const [picture, by] of events.flatMap((event) => event.pictures.map((name) => [name, event.by] as const))) {
    if (urls.has(picture)) continue
    const stored = storeImage(services, ids[`u/${by}`]!, join(PICTURES, `${picture}.webp`)).then(({ url }) => url)
    // Prevents an unhandled rejection: the failure is thrown where the picture is used.
    stored.catch(() => {})
    urls.set(picture, stored)
  }
  return async (db: DbOrTx, picture: string, userId: number): Promise<string> => {
    const url = await urls.get(picture)!
    const [stored] = await db
      .select()
      .from(upload)
      .where(and(eq(upload.url, url), isNull(upload.deleted_at)))
      .orderBy(upload.id)
      .limit(1)
    if (stored!.user_id === userId && stored!.used_at === null) return url
    const { id: _, ...columns } = stored!
    await db.insert(upload).values({ ...columns, user_id: userId, used_at: null })
    return url
  }
}

/** Events that touch the same rows run in order; the first failure is thrown once all have ended. */
async function runSideBySide(events: DemoEvent[], run: (event: DemoEvent) => Promise<unknown>): Promise<void> {
  const latest = new Map<string, Promise<unknown>>()
  const failures: unknown[] = []
  await Promise.allSettled(
    events.map((event) => {
      const running = Promise.all(event.touches.map((name) => latest.get(name))).then(() => run(event))
      running.catch((error: unknown) => failures.push(error))
      for (const name of event.touches) latest.set(name, running)
      return running
    }),
  )
  if (failures.length > 0) throw failures[0]
}

type Run = { services: Services; db: Db; events: DemoEvent[]; pictures: ReturnType<typeof openPictures> }

/** Returns null after the last batch. */
async function runBatch({ services, db, events, pictures }: Run, known: Progress): Promise<Progress | null> {
  const batch = events.slice(known.done, known.done + BATCH_SIZE)
  const invalidated: UserCtx['invalidated'] = new Set()
  const next = await exclusively(db, async (tx) => {
    const progress = await readProgress(tx)
    // Another process has run this batch already.
    if (progress?.done !== known.done) return progress
    const { ids } = progress
    const flat = flattened(tx)
    await runSideBySide(batch, async (event) => {
      const ctx = contextOf(services, flat, invalidated, event, ids)
      const urls = []
      for (const picture of event.pictures) urls.push(await pictures(flat, picture, ctx.viewer.id))
      await event.run({ ctx, ids, pictures: urls })
    })
    progress.done += batch.length
    if (progress.done < events.length) {
      await writeProgress(tx, progress)
      return progress
    }
    await tx.execute(sql`drop schema demo cascade`)
    return null
  })
  services.invalidations.publish(invalidated)
  return next
}

/** Calls the application with a fake clock, in small transactions that also store the progress. */
export async function fillDemo(
  services: Services,
  { logins, data: given, signal, onBegin }: FillOptions,
): Promise<Outcome> {
  const earlier = await readProgress(services.db)
  if (!earlier && (await services.db.$count(user, eq(user.is_bot, false))) > 0) return 'elsewhere'
  const data = given ?? (await readDemoData())
  const { databaseDirectUrl, databaseUrl } = services.config
  // A separate connection may use pipelining, so that concurrent events do not wait for each other's responses.
  const { db, close } = createDb(databaseDirectUrl ?? databaseUrl!, { max: 1, pipeline: BATCH_SIZE })
  try {
    let progress = earlier ?? (await begin(services, db, data, logins))
    if (!progress) return 'elsewhere'
    if (!earlier) onBegin?.()
    const events = planHistory(data, progress.now)
    if (progress.fingerprint !== fingerprintOf(events)) {
      await db.execute(sql`drop schema if exists demo cascade`)
      return 'outdated'
    }
    const pictures = openPictures(services, events.slice(progress.done), progress.ids)
    while (progress) {
      if (signal?.aborted) return 'stopped'
      progress = await runBatch({ services, db, events, pictures }, progress)
    }
    return 'filled'
  } finally {
    await close()
  }
}
