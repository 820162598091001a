import { createApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createDb } from '#server/db/client.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { createLogger } from '#server/log.ts'
import { openMediaStorage } from '#server/media/open-storage.ts'

/*
 * A server in a process of its own, so that its memory and its connections can be looked at from outside: the settings come
 * by the environment, the port goes to the parent, and so does the most memory that it had, whenever the parent asks.
 */

const config = loadConfig(process.env)
const { db } = createDb(config.databaseUrl!)
const app = createApp({
  config, db, log: createLogger('silent', false), limiter: createRateLimiter(config.rateLimitScale), mailer: { send: async () => {} },
  media: openMediaStorage(config), now: () => new Date(),
})

let most = 0
const look = () => { most = Math.max(most, process.memoryUsage.rss()) }
setInterval(look, 2)
process.on('message', () => {
  look()
  process.send!({ rss: most })
  most = 0
})

const server = Bun.serve({
  hostname: '127.0.0.1', port: 0, idleTimeout: 30, maxRequestBodySize: Number.MAX_SAFE_INTEGER, fetch: (request, from) => app.fetch(request, from),
})
process.send!({ port: server.port })
