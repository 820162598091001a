import type { CacheTag, Invalidations } from '#server/lib/invalidations.ts'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import { MAX_MESSAGE_BYTES, type Bus } from './bus.ts'
import { readMessage, type InvalidateMessage } from './messages.ts'

/** Keeps reads off replicas that have not replayed a change whose cache entries were invalidated. */
type ReplicaGuard = Pick<Replicas, 'hold' | 'raiseFloor'> & { currentLsn: () => Promise<bigint> }

/** After a gap in the messages everything is invalidated. */
export function shareInvalidations(local: Invalidations, bus: Bus, guard: ReplicaGuard | null = null): Invalidations {
  const from = crypto.randomUUID()
  bus.subscribe(
    (text) => {
      const message = readMessage(text)
      if (message.type !== 'invalidate' || message.from === from) return
      if (message.lsn !== null) guard?.raiseFloor(BigInt(`0x${message.lsn}`))
      local.publish(message.tags)
    },
    () => local.publish(['*']),
  )

  async function send(tags: CacheTag[]): Promise<void> {
    const position = (await guard?.currentLsn().catch(() => null)) ?? null
    if (position !== null) guard?.raiseFloor(position)
    const messageOf = (some: CacheTag[]) =>
      JSON.stringify({
        type: 'invalidate',
        from,
        tags: some,
        lsn: position?.toString(16) ?? null,
      } satisfies InvalidateMessage)
    const message = messageOf(tags)
    await bus.publish(message.length <= MAX_MESSAGE_BYTES ? message : messageOf(['*']))
  }

  return {
    publish(published) {
      const tags = [...new Set(published)]
      if (tags.length === 0) return
      const release = guard?.hold()
      local.publish(tags)
      void send(tags).finally(() => release?.())
    },
    publishHere: local.publish,
    subscribe: local.subscribe,
  }
}
