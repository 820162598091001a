import { createLifetime, startServer, type Lifetime } from '#server/start-server.ts'
import type { FromServers, ToServers } from './servers.ts'

// Runs the servers of all browser tests, because loading their code takes longer than the rest of a start.

const servers = new Map<number, Lifetime>()

async function start(id: number, environment: Record<string, string>): Promise<void> {
  const lifetime = createLifetime()
  servers.set(id, lifetime)
  await startServer(environment, lifetime, process.exit).catch(async (error: unknown) => {
    await stop(id)
    throw error
  })
}

async function stop(id: number): Promise<void> {
  await servers.get(id)?.stop()
  servers.delete(id)
}

process.on('message', ({ id, environment }: ToServers) => {
  const answer = (error: string | null) => process.send!({ id, error } satisfies FromServers)
  void (environment ? start(id, environment) : stop(id)).then(
    () => answer(null),
    (error: unknown) => answer(Bun.inspect(error)),
  )
})
process.on('disconnect', () => process.exit())
