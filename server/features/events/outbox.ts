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

  /** The event id has a second part if collected changes of the listener's threads are not sent yet. */
  function idFor({ post_ids }: Listener, position: number): string {
    const next = Math.min(position + 1, ...post_ids.map(pendingSince))
    const id = history.idAt(position)
    return next > position ? id : `${id}.${history.idAt(next - 1)}`
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
    idFor,
    send,
    endWith,
    signOut: (listener: Listener) => endWith(listener, frameOf('signed_out', {})),
    resync: (listener: Listener, position: number) =>
      send(listener, frameOf('resync', { topics: listener.topics }), position),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
