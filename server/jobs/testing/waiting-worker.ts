import { createDb } from '#server/db/driver/client.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLogger } from '#server/lib/log.ts'
import type { Services } from '#server/context.ts'

/* Prints 'started' once its job and worker run, prints errors of the worker, and ends the job on input from stdin. */
const [url, workerUrl] = process.argv.slice(2) as [string, string | undefined]
const { db } = createDb(url)
const log = { ...createLogger('silent', false), error: (message: string) => console.log(message) }
const services = { config: { databaseUrl: workerUrl ?? url }, db, log, now: () => new Date() } as Services
const ready = Promise.withResolvers<void>()

await startWorker(services, {
  tasks: {
    async probe() {
      await ready.promise
      console.log('started')
      await new Promise((done) => {
        process.stdin.once('data', done)
      })
    },
  },
  schedule: [],
})
ready.resolve()
