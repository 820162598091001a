import { RedisClient } from 'bun'
import type { Logger } from '#server/lib/log.ts'

/** A command that takes longer counts as failed: a stalled Redis must not hold up requests. */
const COMMAND_TIMEOUT_MS = 1_000
/** After a timeout Redis is not used for this many milliseconds, so that not every request waits for a timeout. */
const PAUSE_MS = 2_000
const CONNECT_TIMEOUT_MS = 1_000
/** Practically unlimited. */
const MAX_RETRIES = 4_294_967_295

export type Redis = {
  /** Returns null if Redis is down or stalled; never throws for that. */
  run: <T>(command: (client: RedisClient) => Promise<T>) => Promise<{ result: T } | null>
  /** `onGap` runs after each reconnect, since messages may have been lost. */
  subscribe: (channel: string, onMessage: (message: string) => void, onGap: () => void) => Promise<void>
  isUp: () => boolean
  close: () => void
}

/** Logs once when Redis goes down and once when it is back. */
export function connectRedis(url: string, log: Logger, now: () => number = () => performance.now()): Redis {
  const open = () =>
    new RedisClient(url, {
      autoReconnect: true,
      maxRetries: MAX_RETRIES,
      enableOfflineQueue: false,
      connectionTimeout: CONNECT_TIMEOUT_MS,
    })
  const client = open()
  const subscribers: RedisClient[] = []
  let isUp: boolean | null = null
  let pausedUntil = 0

  function report(up: boolean, error?: unknown): void {
    if (isUp === up) return
    isUp = up
    if (up) log.info('Redis answers')
    else
      log.warn('Redis is away: limits are counted by each process, events go through PostgreSQL', {
        error: error instanceof Error ? error.message : String(error),
      })
  }

  /** The client reconnects by itself only after it has connected once. */
  function keepConnecting(one: RedisClient): void {
    one.connect().catch(async (error: unknown) => {
      report(false, error)
      await Bun.sleep(PAUSE_MS)
      if (!isClosed && !one.connected) keepConnecting(one)
    })
  }

  let isClosed = false
  keepConnecting(client)

  return {
    async run(command) {
      if (now() < pausedUntil) return null
      const timeout = Promise.withResolvers<never>()
      const giveUp = () => {
        pausedUntil = now() + PAUSE_MS
        timeout.reject(new Error(`no answer in ${COMMAND_TIMEOUT_MS} ms`))
      }
      // A busy process fires timers late; with `setImmediate` a response that has arrived is read first.
      const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), COMMAND_TIMEOUT_MS)
      try {
        const result = await Promise.race([command(client), timeout.promise])
        report(true)
        return { result }
      } catch (error) {
        report(false, error)
        return null
      } finally {
        clearTimeout(timer)
      }
    },
    async subscribe(channel, onMessage, onGap) {
      const subscriber = open()
      subscribers.push(subscriber)
      let isFirst = true
      // The client does not renew its subscriptions when it reconnects.
      subscriber.onconnect = () => {
        void subscriber.subscribe(channel, onMessage).then(
          () => {
            if (!isFirst) onGap()
            isFirst = false
          },
          () => {},
        )
      }
      keepConnecting(subscriber)
    },
    isUp: () => isUp === true,
    close() {
      isClosed = true
      for (const one of [client, ...subscribers]) one.close()
    },
  }
}
