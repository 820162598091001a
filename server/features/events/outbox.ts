import { frameOf, type Frame } from './frames.ts'
import type { History } from './history.ts'
import type { Listener, Listeners } from './listeners.ts'
import type { createViewers } from '../streams/viewers/viewers.ts'
import type { StreamSlot } from '#server/lib/events.ts'

export type Send = (listener: Listener, frame: Frame, position: number) => void

type Viewers = ReturnType<typeof createViewers>

type OutboxOptions = {
  listeners: Pick<Listeners, 'remove'>
  viewers: Pick<Viewers, 'leave'>
  history: Pick<History, 'first' | 'last' | 'idAt'>
  releaseSlot: (slot: StreamSlot) => void
  /** Position of a thread's first change that is collected but not sent yet; Infinity if there is none. */
  pendingSince: (postId: number) => number
}

export function createOutbox({ listeners, viewers, history, releaseSlot, pendingSince }: OutboxOptions) {
  const status = { sent: 0, dropped: 0 }

  function end(listener: Listener): void {
    if (listener.isClosed) return
    listeners.remove(listener)
    for (const id of listener.watched_ids) viewers.leave(id, listener.slot.id)
    releaseSlot(listener.slot)
    listener.sink.end()
  }

  function write(listener: Listener, bytes: Uint8Array): void {
    if (listener.isClosed) return
    if (listener.held) return void listener.held.push(bytes)
    if (listener.sink.write(bytes)) return
    status.dropped += 1
    end(listener)
  }

  /** An event id names two positions, because thread updates are sent separately from other events. */
  const idOf = (position: number, threadPosition: number): string =>
    threadPosition === position ? history.idAt(position) : `${history.idAt(position)}.${history.idAt(threadPosition)}`

  /** Thread updates count as sent up to the first pending change of a thread that the listener follows. */
  function idFor({ post_ids }: Listener, position: number, lastArrived = history.last): string {
    if (post_ids.length === 0) return idOf(position, position)
    return idOf(position, Math.min(lastArrived, ...post_ids.map((id) => pendingSince(id) - 1)))
  }

  const send: Send = (listener, frame, position) => {
    // A frame from before the start of the history is older than the last reset, after which every listener reloads.
    if (position < history.first) return
    status.sent += 1
    write(listener, frame(idFor(listener, position)))
  }

  function endWith(listener: Listener, frame: Frame): void {
    listener.held = null
    send(listener, frame, history.last)
    end(listener)
  }

  return {
    status,
    end,
    write,
    idOf,
    idFor,
    send,
    endWith,
    signOut: (listener: Listener) => endWith(listener, frameOf('signed_out', {})),
    resync: (listener: Listener, position: number) =>
      send(listener, frameOf('resync', { topics: listener.topics }), position),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
