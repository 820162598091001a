import type { Services } from '#server/context.ts'
import { findStates } from '../streams/viewers/queries.ts'
import { frameOf } from './frames.ts'
import type { Listeners } from './listeners.ts'
import type { Send } from './outbox.ts'
import { throttle } from './throttle.ts'

const STREAM_INTERVAL_MS = 5_000

type UpdateOptions = Pick<Services, 'db' | 'log'> & {
  listeners: Pick<Listeners, 'ofStream'>
  send: Send
  sentUpTo: () => number
}

/** Collects changes of live streams and sends the state of each live stream at most every five seconds. */
export function createStreamUpdates({ db, log, listeners, send, sentUpTo }: UpdateOptions) {
  let collected = new Set<number>()
  let isStopped = false
  const throttled = throttle(STREAM_INTERVAL_MS, () => void sendCollected())

  async function sendCollected(): Promise<void> {
    const ids = [...collected]
    collected = new Set()
    if (isStopped || ids.length === 0) return
    try {
      for (const state of await findStates(db, ids)) {
        const frame = frameOf('stream', state)
        for (const listener of listeners.ofStream(state.stream_id)) send(listener, frame, sentUpTo())
      }
    } catch (error) {
      log.warn('The states of streams could not be loaded', { error })
      add(ids)
      throttled.request()
    }
  }

  function add(streamIds: readonly number[]): void {
    for (const id of streamIds) collected.add(id)
  }

  return {
    add,
    requestSend(): void {
      if (collected.size > 0) throttled.request()
    },
    stop(): void {
      isStopped = true
      throttled.stop()
    },
  }
}
