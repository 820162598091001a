import { join } from 'node:path'
import { createLocalBus } from '#server/bus/local-bus.ts'
import { loadConfig } from '#server/config.ts'
import { createDb } from '#server/db/driver/client.ts'
import { readPidFile } from '#server/db/local/postmaster.ts'
import { createCostRecorder } from '#server/features/costs/recorder.ts'
import { registry } from '#server/features/jobs.ts'
import { createApp } from '#server/http/app.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { builtAssets } from '#server/ssr/assets.ts'
import { createPages } from '#server/ssr/pages.ts'
import { ROOT } from '#server/commands/console.ts'

/* A forum server that stores its usage and moves its clock forward by an hour on the message 'hour'. */

const config = loadConfig(process.env)
const log = createLogger('warn', true)
const { db } = createDb(config.databaseUrl!)
let hours = 0
const now = () => new Date(Date.now() + hours * 3_600_000)
const services = createServices({ config, db, log, now, bus: createLocalBus(log) })
const client = join(ROOT, 'dist/client')
const app = createApp(services, createPages(await builtAssets(client), client))
await services.settings.refresh()
await startWorker({ ...services, config: { ...config, databaseDirectUrl: config.databaseUrl } }, registry)
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 120,
  fetch: (request, from) => app.fetch(request, from),
})
const costs = createCostRecorder({
  ...services,
  slot: 0,
  databasePid: async () => (await readPidFile(join(config.dataDir, 'postgres')))?.pid ?? null,
})
await costs.flush()

process.on('message', async (message: 'hour' | 'begin') => {
  if (message === 'hour') {
    await costs.flush()
    hours += 1
  } else {
    // Discards the CPU time used before the simulated day begins.
    await costs.flush()
    await services.db.execute('delete from cost_hour')
  }
  process.send!({ hours, port: server.port })
})
process.send!({ hours, port: server.port })
