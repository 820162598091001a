import type { Db } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'
import { throttle } from '../../events/throttle.ts'
import { storeViewers, type ViewerChanges } from './queries.ts'

const INTERVAL_MS = 1_000

type Viewers = {
  /**
   * Counts a viewer until `leave` is called, or `join` is not repeated before the lease expires; `lease` is the id of
   * the viewer's event stream.
   */
  join: (streamId: number, lease: string, viewer: string) => void
  leave: (streamId: number, lease: string) => void
  /** Stores pending changes of the viewer count, and stops. */
  stop: () => Promise<void>
}

/** Collects the viewers who joined or left in this process, and stores them at intervals. */
export function createViewers(db: Db, log: Logger): Viewers {
  let waiting = new Map<number, ViewerChanges>()
  let storing: Promise<void> = Promise.resolve()
  const flushing = throttle(INTERVAL_MS, () => void flush())

  function changesOf(streamId: number): ViewerChanges {
    let changes = waiting.get(streamId)
    if (!changes) waiting.set(streamId, (changes = { joined: new Map(), left: new Set() }))
    return changes
  }

  function giveBack(streamId: number, { joined, left }: ViewerChanges): void {
    const later = changesOf(streamId)
    for (const [lease, viewer] of joined) if (!later.left.has(lease)) later.joined.set(lease, viewer)
    for (const lease of left) if (!later.joined.has(lease)) later.left.add(lease)
  }

  async function storeAll(): Promise<void> {
    const changed = waiting
    waiting = new Map()
    for (const [id, changes] of changed) {
      try {
        await db.transaction((tx) => storeViewers(tx, id, changes))
      } catch (error) {
        log.warn('Viewers of a stream could not be counted', { stream_id: id, error })
        giveBack(id, changes)
      }
    }
    if (waiting.size > 0) flushing.request()
  }

  function flush(): Promise<void> {
    return (storing = storing.then(storeAll))
  }

  return {
    join(streamId, lease, viewer) {
      const { joined, left } = changesOf(streamId)
      left.delete(lease)
      joined.set(lease, viewer)
      flushing.request()
    },
    leave(streamId, lease) {
      const { joined, left } = changesOf(streamId)
      joined.delete(lease)
      left.add(lease)
      flushing.request()
    },
    async stop() {
      flushing.stop()
      await flush()
    },
  }
}
