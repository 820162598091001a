import { ConfigError } from './config.ts'
import { EmbeddedPostgresError } from '#server/db/local/embedded.ts'
import { createLifetime, startServer } from './start-server.ts'
import { WORKER_SLOT } from './workers/worker.ts'

const lifetime = createLifetime()

async function stop(exitCode: number): Promise<void> {
  if (lifetime.isStopping()) return
  await lifetime.stop()
  process.exit(exitCode)
}

// A signal from the terminal (such as Ctrl-C) also reaches the workers, but their supervisor decides when they stop.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => WORKER_SLOT === 0 && void stop(0))
process.on('SIGTERM', () => void stop(0))
if (process.env.WATEK_PARENT_PIPE === '1') {
  process.stdin.on('end', () => void stop(0))
  process.stdin.resume()
}

try {
  await startServer(process.env, lifetime, (code) => void stop(code))
} catch (error) {
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError
  process.stderr.write(`${isForPeople ? error.message : Bun.inspect(error)}\n`)
  await stop(1)
}
