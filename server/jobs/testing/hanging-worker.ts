import { createDb } from '#server/db/driver/client.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLogger } from '#server/lib/log.ts'
import type { Services } from '#server/context.ts'

/* A process of its own that takes a job, says so, and never finishes it: for the test that kills it. */
const url = process.argv[2]!
const { db } = createDb(url)
const services = { config: { databaseUrl: url }, db, log: createLogger('silent', false), now: () => new Date() } as Services

await startWorker(services, {
  tasks: {
    async probe() {
      console.log('started')
      await new Promise(() => {})
    },
  },
  schedule: [],
})
