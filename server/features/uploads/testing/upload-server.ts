import { createApp } from '#server/http/app.ts'
import { loadConfig } from '#server/config.ts'
import { createDb } from '#server/db/driver/client.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'

/*
 * Runs a server in a child process, so that tests can measure its memory and connections. Configured by environment
 * variables; it sends its port to the parent, and its maximum memory whenever the parent asks.
 */

const config = loadConfig(process.env)
const { db } = createDb(config.databaseUrl!)
const app = createApp(createServices({ config, db, log: createLogger('silent', false) }))

let most = 0
const look = () => {
  most = Math.max(most, process.memoryUsage.rss())
}
setInterval(look, 2)
process.on('message', () => {
  look()
  process.send!({ rss: most })
  most = 0
})

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 30,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: (request, from) => app.fetch(request, from),
})
process.send!({ port: server.port })
