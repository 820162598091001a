import { join, resolve } from 'node:path'
import { createApp } from './app.ts'
import { ConfigError, ensureSecrets, loadConfig, withPort, type Config } from './config.ts'
import type { Services } from './context.ts'
import { createDb } from './db/client.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { startDemo, wantsDemo } from './db/seed/demo/start.ts'
import { ensureBot } from './features/bot/queries.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { startWorker } from './jobs/worker.ts'
import { createLogger } from './log.ts'
import { createMailer } from './mail/mailer.ts'
import { openMediaStorage } from './media/open-storage.ts'
import { builtAssets, developmentAssets } from './ssr/assets.ts'
import { createPages } from './ssr/pages.ts'

const ROOT = resolve(import.meta.dir, '..')
const MOST_PORTS = 20
const GRACE = 10_000

type Fetch = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

/** Listens on the port of the settings, or, where none was set, on the next free one. */
function listen(config: Config, fetch: Fetch): Bun.Server<undefined> {
  for (let port = config.port; ; port += 1) {
    try {
      // Nobody reads a body without a limit of their own, and theirs say what was too large.
      return Bun.serve({ hostname: config.host, port, fetch, idleTimeout: 30, maxRequestBodySize: Number.MAX_SAFE_INTEGER })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
      if (config.portIsSet) throw new ConfigError(`PORT ${port} is taken by another program; choose another PORT or stop that program.`)
      if (port >= config.port + MOST_PORTS) throw new ConfigError(`No port from ${config.port} to ${port} is free; set PORT.`)
    }
  }
}

/** What was begun and must be ended, the latest first. */
const begun: (() => Promise<unknown>)[] = []
let isStopping = false

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const end of begun.toReversed()) {
    await end().catch((error: unknown) => process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`))
  }
  process.exit(exitCode)
}

async function start(): Promise<void> {
  const settings = loadConfig(process.env)
  let config = await ensureSecrets(settings)
  const log = createLogger(config.logLevel, config.production)
  const say = (message: string) => log.info(message)

  const embedded = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say }) : null
  if (embedded) begun.push(() => embedded.stop())
  const databaseUrl = config.databaseUrl ?? embedded!.url
  await migrate(databaseUrl)
  const database = createDb(databaseUrl)
  begun.push(() => database.close())

  // The address is known only once a port was found, and links and origins are made of it.
  let app: ReturnType<typeof createApp> | null = null
  const server = listen(config, (request, from) => app?.fetch(request, from) ?? new Response(null, { status: 503 }))
  config = { ...withPort(config, server.port!), databaseUrl }

  // Another build than that of the house: journeys bring one that tells of mismatches.
  const clientDir = process.env.CLIENT_DIR ?? join(ROOT, 'dist/client')
  const viteOrigin = process.env.VITE_ORIGIN
  const resolver = viteOrigin ? developmentAssets(viteOrigin) : await builtAssets(clientDir)
  const services: Services = {
    config, db: database.db, log, limiter: createRateLimiter(config.rateLimitScale), mailer: createMailer(config),
    media: openMediaStorage(config), now: () => new Date(),
  }
  app = createApp(services, createPages(resolver, viteOrigin ? join(ROOT, 'site/public') : clientDir))
  // From the first moment on there is somebody to be mentioned.
  if (!await ensureBot(database.db, config.botUsername, services.now())) {
    log.warn('A member has the name of the bot; choose another BOT_USERNAME', { username: config.botUsername })
  }
  const worker = await startWorker(services)
  begun.push(() => worker.stop())
  begun.push(async () => {
    // Who develops waits for nobody's open page.
    await Promise.race([server.stop(), Bun.sleep(config.production ? GRACE : 0)])
    await server.stop(true)
  })

  log.info(`${config.siteName} answers on ${config.publicUrl}`)
  // Not logged but printed: what was made up and is said nowhere, whatever LOG_LEVEL is, nobody knows.
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  if (!settings.adminPassword) print(`The admin password is ${config.adminPassword}`)
  if (wantsDemo(config)) {
    const demo = startDemo(services, print)
    begun.push(() => demo.stop())
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
if (process.env.WATEK_PARENT_PIPE === '1') {
  process.stdin.on('end', () => void stop(0))
  process.stdin.resume()
}

try {
  await start()
} catch (error) {
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError
  process.stderr.write(`${isForPeople ? error.message : Bun.inspect(error)}\n`)
  await stop(1)
}
