import postgres from 'postgres'
import { followPrimary } from '#server/db/driver/primary.ts'
import type { Logger } from '#server/lib/log.ts'
import { createSubscribers, type Bus } from './bus.ts'

const CHANNEL = 'watek'
const RECONNECT_MS = 200

/** LISTEN does not work through a pooler, so the bus has its own direct connection to PostgreSQL. */
export async function createPostgresBus(url: string, log: Logger, name = 'watek bus'): Promise<Bus> {
  const primary = followPrimary(url)
  const sql = postgres(primary.url(), {
    ...(primary.connect && { socket: primary.connect }),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 3,
    backoff: () => RECONNECT_MS / 1_000,
    onnotice: () => {},
    connection: { application_name: name },
  })
  const subscribers = createSubscribers(log)
  let isFirst = true
  // This callback also runs after each reconnect, since messages sent meanwhile are lost.
  await sql.listen(CHANNEL, subscribers.message, () => {
    if (!isFirst) subscribers.gap()
    isFirst = false
  })
  return {
    async publish(message) {
      const send = async () => await sql`select pg_notify(${CHANNEL}, ${message})`
      // Other processes would not notice the loss if only this connection broke, so the message is sent once more.
      await send()
        .catch(() => Bun.sleep(RECONNECT_MS).then(send))
        .catch((error: unknown) => log.warn('A message to the other processes was not sent', { error }))
    },
    subscribe: subscribers.subscribe,
    close: () => sql.end({ timeout: 1 }).finally(primary.close),
  }
}
