import { join, resolve } from 'node:path'
import { createApp } from '#server/http/app.ts'
import { ConfigError, ensureSecrets, loadConfig, withPort, type Config } from './config.ts'
import { createDb, type Db } from '#server/db/driver/client.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from './db/migrate.ts'
import { startCostRecorder } from './features/costs/recorder.ts'
import { startDemo, wantsDemo } from '#server/demo/start.ts'
import { publishChangesOf } from './features/events/changes.ts'
import { pushKeys } from './features/push/keys.ts'
import { registry } from './features/jobs.ts'
import { openSetup } from './features/setup/open-setup.ts'
import { polishDictionary } from './features/search/inflection/polish.ts'
import { completeIndex } from './features/search/jobs.ts'
import { ensureBot } from './features/bot/queries.ts'
import { createMetricsRegistry } from './http/metrics.ts'
import { createPostgresBus } from './bus/postgres-bus.ts'
import { createRedisBus } from './bus/redis-bus.ts'
import { busNameOf, requireSharedSecret } from './bus/shared-secret.ts'
import { shareInvalidations } from './bus/shared-invalidations.ts'
import { openReplicas } from './db/replicas/open.ts'
import { currentLsn } from './db/replicas/queries.ts'
import { createInvalidations } from './lib/invalidations.ts'
import { connectRedis } from './redis/connection.ts'
import { createRedisRateStore } from './redis/rate-store.ts'
import { createRedisStreamSlots } from './redis/stream-slots.ts'
import { createMemoryRateStore, createRateLimiter } from './lib/rate-limit.ts'
import { IS_READ_ONLY } from './lib/read-only-process.ts'
import { connectToSupervisor, WORKER_SLOT } from './workers/worker.ts'
import { isJobConnectionLost, startWorker } from './jobs/worker.ts'
import { secureDataDir } from './lib/data-dir.ts'
import { createLogger, type Logger } from '#server/lib/log.ts'
import { CLOSED_SETUP, type Setup } from '#server/lib/setup.ts'
import type { Services } from './context.ts'
import { createServices } from './services.ts'
import { builtAssets, developmentAssets } from './ssr/assets.ts'
import { createPages } from './ssr/pages.ts'

const ROOT = resolve(import.meta.dir, '..')
const MAX_PORTS = 20
const SHUTDOWN_TIMEOUT_MS = 10_000
/** Milliseconds in which clients of a replaced worker reconnect their keep-alive connections. */
const DRAIN_MS = 1_000
const START_RETRY_MS = 500

type Fetch = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

/** Without PORT the server takes the first free port, starting with the default one. */
function listen(config: Config, fetch: Fetch): Bun.Server<undefined> {
  for (let port = config.port; ; port += 1) {
    try {
      // Every reader of a body has its own limit, with a specific error, so Bun's limit is off.
      return Bun.serve({
        hostname: config.host,
        port,
        fetch,
        reusePort: WORKER_SLOT > 0,
        idleTimeout: 30,
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
      if (config.portIsSet)
        throw new ConfigError(`PORT ${port} is taken by another program; choose another PORT or stop that program.`)
      if (port >= config.port + MAX_PORTS)
        throw new ConfigError(`No port from ${config.port} to ${port} is free; set PORT.`)
    }
  }
}

/** Collects functions that end parts of a server; `stop` calls them in reverse order, even if the start is not over. */
export type Lifetime = {
  onStop: (dispose: () => Promise<unknown>) => void
  isStopping: () => boolean
  stop: () => Promise<void>
}

export function createLifetime(): Lifetime {
  const disposers: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | null = null
  async function disposeAll(): Promise<void> {
    for (const dispose of disposers.toReversed()) {
      await dispose().catch((error: unknown) =>
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
      )
    }
  }
  return {
    onStop: (dispose) => disposers.push(dispose),
    isStopping: () => stopping !== null,
    stop: () => (stopping ??= disposeAll()),
  }
}

/** Visitors may already read from replicas, so a lost primary must not end the process. */
async function retryWhileLost<T>(task: () => Promise<T>, log: Logger, { isStopping }: Lifetime): Promise<T> {
  for (;;) {
    try {
      return await task()
    } catch (error) {
      if (isStopping() || !isJobConnectionLost(error)) throw error
      log.warn('The database was lost while the server starts; it is tried again', { error })
      await Bun.sleep(START_RETRY_MS)
    }
  }
}

/** The job worker has its own database connections. */
async function startBackground(
  services: Services,
  config: Config & { databaseDirectUrl: string },
  lifetime: Lifetime,
): Promise<void> {
  const { db, log } = services
  const retried = <T>(task: () => Promise<T>) => retryWhileLost(task, log, lifetime)
  // The bot's account is created at the start, so that members can mention the bot at once.
  if (!(await retried(() => ensureBot(db, config.botUsername, services.now())))) {
    log.warn('A member has the name of the bot; choose another BOT_USERNAME', { username: config.botUsername })
  }
  // The push keys are created at the first start, so that all processes have the same ones.
  await retried(() => pushKeys(services))
  const jobDatabase = createDb(config.databaseDirectUrl, { max: 2, statementTimeoutMs: 0 })
  lifetime.onStop(() => jobDatabase.close())
  publishChangesOf(jobDatabase.db, services.events.publish)
  await retried(() => completeIndex(jobDatabase.db))
  const worker = await retried(() => startWorker({ ...services, db: jobDatabase.db }, registry))
  lifetime.onStop(() => worker.stop())
  lifetime.onStop(() => services.adCounts.flush())
  // All workers share the built-in database, so only the first one counts the size of its folder.
  const databaseFolder = WORKER_SLOT <= 1 ? join(config.dataDir, 'postgres') : null
  lifetime.onStop(startCostRecorder(services, WORKER_SLOT, databaseFolder))
}

/** Only the first worker fills the demo forum. */
function fillDemo(services: Services, config: Config, { onStop }: Lifetime): void {
  if (WORKER_SLOT > 1 || !wantsDemo(config)) return
  const demo = startDemo(services, printOnce)
  onStop(() => demo.stop())
}

/** Printed, not logged: LOG_LEVEL must not hide a generated password. */
function printOnce(line: string): void {
  if (WORKER_SLOT <= 1) process.stdout.write(`${line}\n`)
}

/** Development and a demo forum have an admin already, so their set-up stays closed. */
async function openSetupOf(config: Config, db: Db, log: Logger, { onStop }: Lifetime): Promise<Setup> {
  if (!config.production || wantsDemo(config)) return CLOSED_SETUP
  const { setup, stop: stopLooking } = await openSetup({ config, db, log })
  onStop(async () => stopLooking())
  return setup
}

function printWaysIn(given: Config, config: Config, setup: Setup): void {
  if (!given.adminPassword && config.adminPassword) printOnce(`The admin password is ${config.adminPassword}`)
  if (!setup.isOpen()) return
  printOnce(`Set up the forum at ${config.publicUrl}/setup with the code ${setup.code}`)
  printOnce(`The code is also in ${join(config.dataDir, 'setup-code')}`)
}

async function loadSettings({ settings }: Services, { onStop }: Lifetime): Promise<void> {
  await settings.refresh()
  const stopWatching = settings.watch()
  onStop(async () => stopWatching())
}

/** Starts the built-in PostgreSQL unless the settings name a database, and brings the database up to date. */
async function openDatabase(config: Config, log: Logger, { onStop }: Lifetime) {
  if (config.databaseUrl !== null) await secureDataDir(config.dataDir)
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (message) => log.info(message) })
      : null
  if (embedded) onStop(() => embedded.stop())
  const databaseUrl = config.databaseUrl ?? embedded!.url
  // Migrations, jobs and LISTEN need a database session, which a transaction pooler does not provide.
  const databaseDirectUrl = config.databaseDirectUrl ?? databaseUrl
  if (!IS_READ_ONLY) await migrate(databaseDirectUrl)
  const database = createDb(databaseUrl, { pooler: config.databasePooler, isReadOnly: IS_READ_ONLY })
  onStop(() => database.close())
  return { database, databaseUrl, databaseDirectUrl }
}

/**
 * Starts a server with the settings of `environment`; resolves once it answers. `exit` ends the process, for a worker
 * that is replaced or has lost its supervisor.
 */
export async function startServer(
  environment: Record<string, string | undefined>,
  lifetime: Lifetime,
  exit: (code: number) => void,
): Promise<void> {
  const { onStop } = lifetime
  const settings = loadConfig(environment)
  let config = await ensureSecrets(settings)
  const log = createLogger(config.logLevel, config.production)
  const { database, databaseUrl, databaseDirectUrl } = await openDatabase(config, log, lifetime)
  const replicas = openReplicas(config, database, log)
  if (replicas) onStop(() => replicas.close())
  // A replica is used only after it has replayed the migrations, because before that every read would fail.
  replicas?.raiseFloor(await currentLsn(database.db))

  // Links and origins contain the port, which is only certain once the server listens, so requests wait for the app.
  let app: ReturnType<typeof createApp> | null = null
  const started = Promise.withResolvers<ReturnType<typeof createApp>>()
  let isDraining = false
  const server = listen(config, async (request, from) => {
    const response = await (app ?? (await started.promise)).fetch(request, from)
    if (isDraining) response.headers.set('Connection', 'close')
    return response
  })
  config = { ...withPort(config, server.port!), databaseUrl, databaseDirectUrl }

  // Browser tests set CLIENT_DIR to a build that reports hydration mismatches.
  const clientDir = environment.CLIENT_DIR ?? join(ROOT, 'dist/client')
  const viteOrigin = environment.VITE_ORIGIN
  const resolver = viteOrigin ? developmentAssets(viteOrigin) : await builtAssets(clientDir)
  const redis = config.redisUrl ? connectRedis(config.redisUrl, log) : null
  if (redis) onStop(async () => redis.close())
  const directBus = await createPostgresBus(databaseDirectUrl, log, busNameOf(config.sessionSecret))
  await requireSharedSecret(database.db, { ...config, log })
  const bus = redis ? await createRedisBus(redis, directBus, log) : directBus
  onStop(() => bus.close())
  const services = createServices({
    config,
    db: database.db,
    log,
    invalidations: shareInvalidations(
      createInvalidations(),
      bus,
      replicas && { ...replicas, currentLsn: () => currentLsn(database.db) },
    ),
    replicas,
    setup: await openSetupOf(config, database.db, log, lifetime),
    bus,
    sharedSlots: redis && createRedisStreamSlots(redis),
    ...(redis && {
      limiter: createRateLimiter(config.rateLimitScale, createRedisRateStore(redis, createMemoryRateStore())),
    }),
  })
  await loadSettings(services, lifetime)
  const supervisor = connectToSupervisor(() => exit(1))
  const metrics = createMetricsRegistry({
    collectAll: supervisor?.collect,
    parts: () => ({
      isRedisUp: redis?.isUp(),
      usableReplicas: replicas?.status().filter(({ isUsable }) => isUsable).length,
      events: services.events.status(),
    }),
  })
  app = createApp(services, createPages(resolver, viteOrigin ? join(ROOT, 'site/public') : clientDir), metrics)
  started.resolve(app)
  // The Polish dictionary is loaded now, so that the first search does not wait for it.
  void polishDictionary()
  if (!IS_READ_ONLY) await startBackground(services, { ...config, databaseDirectUrl }, lifetime)
  onStop(async () => {
    // Development does not wait for the connections of open pages.
    await Promise.race([server.stop(), Bun.sleep(config.production ? SHUTDOWN_TIMEOUT_MS : 0)])
    await server.stop(true)
  })
  onStop(() => services.events.close())
  onStop(() => services.live.close())

  log.info(`${services.settings.value('site_name')} answers on ${config.publicUrl}`)
  printWaysIn(settings, config, services.setup)
  supervisor?.ready(metrics, () => {
    isDraining = true
    void Bun.sleep(DRAIN_MS).then(() => exit(0))
  })
  fillDemo(services, config, lifetime)
}
