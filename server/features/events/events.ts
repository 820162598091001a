import { ApiError } from '#shared/api/errors.ts'
import type { Bus } from '#server/bus/bus.ts'
import { readMessage } from '#server/bus/messages.ts'
import type { Services } from '#server/context.ts'
import { createBlockLists } from './block-lists.ts'
import type { Change, Events } from '#server/lib/events.ts'
import { deliveriesOf, type IsFor } from './deliveries.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { frameOf, HEARTBEAT, retryFrame } from './frames.ts'
import { createHistory, type Entry } from './history.ts'
import { createListeners, HEARTBEAT_GROUPS, type Listener, type Member } from './listeners.ts'
import { loadFrames } from './load-frames.ts'
import { createMissedEvents } from './missed-events.ts'
import { createOutbox, type Send } from './outbox.ts'
import { createPublisher } from './publisher.ts'
import { findBlocked } from './queries.ts'
import { createRecentThreads } from './recent-threads.ts'
import { createSessionChecks } from './session-checks.ts'
import { createStreamSlots, type SharedSlots } from './stream-slots.ts'
import { createStreamUpdates } from './stream-updates.ts'
import { createViewers } from '../streams/viewers/viewers.ts'
import { createThreadUpdates, createVoteUpdates } from './thread-updates.ts'

const HEARTBEAT_INTERVAL_MS = 25_000
const MAX_HISTORY = 4_096

type EventsOptions = Pick<Services, 'db' | 'log' | 'now' | 'config'> & { bus: Bus; sharedSlots?: SharedSlots | null }
/** Creates the objects that all event streams of this process share. */
function createParts({ bus, sharedSlots = null, ...services }: EventsOptions) {
  const { db, log, now } = services
  const listeners = createListeners()
  const slots = createStreamSlots(services.config.rateLimitScale, sharedSlots)
  const history = createHistory(MAX_HISTORY)
  const recentThreads = createRecentThreads(() => now().getTime())
  const blockLists = createBlockLists((memberIds) => findBlocked(db, memberIds))
  const viewers = createViewers(db, log)
  const outbox = createOutbox({
    listeners,
    viewers,
    history,
    releaseSlot: slots.release,
    pendingSince: (postId) => Math.min(threadUpdates.pendingSince(postId), voteUpdates.pendingSince(postId)),
  })

  async function deliver(entries: Entry[], isFor: IsFor, send: Send): Promise<void> {
    const deliveries = entries
      .flatMap((entry) => deliveriesOf(listeners, entry, isFor))
      .filter(({ to }) => to.length > 0)
    if (deliveries.length === 0) return
    const frameFor = await loadFrames(services, deliveries)
    await blockLists.load(deliveries.flatMap(({ to }) => to.map(({ member }) => member)))
    for (const { change, position, to } of deliveries) {
      for (const listener of to) {
        const frame = frameFor(change, listener)
        if (frame) send(listener, frame, position)
      }
    }
  }

  const sessions = createSessionChecks({ db, log, now, outbox })

  /** Bus messages may have been lost, so every listener is asked to reload its data. */
  function onGap(): void {
    history.reset()
    recentThreads.addAll()
    queue.clear()
    threadUpdates.clear()
    voteUpdates.clear()
    for (const member of listeners.members()) blockLists.clear(member)
    const all = listeners.all()
    for (const listener of all) outbox.resync(listener, history.last)
    sessions.checkSoon(all)
  }

  function onError(error: unknown): void {
    log.warn('Events could not be loaded', { error })
    onGap()
  }

  const queue = createDeliveryQueue({
    deliver: (entries) => deliver(entries, (listener, position) => listener.since < position, outbox.send),
    onError,
    lastPosition: () => history.last,
  })
  const updates = { db, listeners, send: outbox.send, sentUpTo: queue.sentUpTo, onError }
  const threadUpdates = createThreadUpdates({ ...updates, blockLists })
  const voteUpdates = createVoteUpdates(updates)
  const streamUpdates = createStreamUpdates({ ...updates, log })
  const sendMissed = createMissedEvents({ db, history, blockLists, threadUpdates, deliver })

  return {
    log,
    now,
    listeners,
    slots,
    history,
    recentThreads,
    blockLists,
    outbox,
    queue,
    threadUpdates,
    voteUpdates,
    streamUpdates,
    viewers,
    observers: new Set<(change: Change) => void>(),
    sendMissed,
    sessions,
    onGap,
    publisher: createPublisher(bus),
  }
}

type Parts = ReturnType<typeof createParts>

function applyMemberChange({ blockLists, outbox, sessions }: Parts, change: Change, member: Member): void {
  if (change.type === 'blocks') blockLists.clear(member)
  if (change.type === 'sessions') sessions.checkSoon([...member.listeners])
  // A suspended member's event streams end; a stream that the client opens again has only the remaining rights.
  if (change.type === 'suspension')
    for (const listener of member.listeners) outbox.endWith(listener, frameOf('resync', { topics: listener.topics }))
}

function receive(parts: Parts, text: string): void {
  const { listeners, history, recentThreads, queue, threadUpdates, voteUpdates, streamUpdates } = parts
  const message = readMessage(text)
  if (message.type !== 'changes') return
  const entry = history.add(message.id, message.changes)
  if (!entry) return
  for (const change of entry.changes) for (const observer of parts.observers) observer(change)
  for (const change of entry.changes)
    if (change.type === 'comment' || change.type === 'post') recentThreads.add(change.post_id)
  if (listeners.size === 0) return
  for (const change of entry.changes) {
    if (change.type === 'comment') threadUpdates.add(change, entry.position)
    else if (change.type === 'votes') voteUpdates.add(change, entry.position)
    else if (change.type === 'stream') streamUpdates.add([change.stream_id])
    else if (change.type === 'blocks' || change.type === 'sessions' || change.type === 'suspension') {
      const member = listeners.member(change.user_id)
      if (member) applyMemberChange(parts, change, member)
    }
  }
  threadUpdates.requestSend()
  voteUpdates.requestSend()
  streamUpdates.requestSend()
  queue.add(entry)
}

/** Counts the listener as a viewer of live streams; repeated with each heartbeat, because the count expires. */
function watch({ viewers }: Parts, { watched_ids, slot, viewer_key }: Listener): void {
  for (const id of watched_ids) viewers.join(id, slot.id, viewer_key)
}

/** New events are held back until the events that the listener missed are loaded. */
async function openListener(parts: Parts, listener: Listener, lastEventId: string | null): Promise<void> {
  const { log, now, blockLists, outbox, sendMissed, sessions } = parts
  const missed: Uint8Array[] = []
  try {
    await Promise.all([sessions.check([listener]), blockLists.load([listener.member])])
    const continued =
      lastEventId === null
        ? null
        : await sendMissed(listener, lastEventId, (frame, position, threadPosition) =>
            missed.push(frame(outbox.idOf(position, threadPosition))),
          )
    if (listener.isClosed) return
    const later = listener.held ?? []
    listener.held = null
    outbox.write(listener, retryFrame())
    // The id in `hello` is where the stream continues, so that a client whose connection breaks now misses no event.
    const hello = frameOf('hello', { topics: listener.topics, server_time: now() })
    outbox.write(listener, hello(continued ?? outbox.idFor(listener, listener.since, listener.since)))
    if (lastEventId !== null && continued === null) outbox.resync(listener, listener.since)
    for (const bytes of [...missed, ...later]) outbox.write(listener, bytes)
    outbox.status.sent += 1 + missed.length
  } catch (error) {
    log.warn('An event stream could not be opened', { error })
    outbox.end(listener)
  }
}

function sendHeartbeats(parts: Parts, heartbeatTurn: number): void {
  const { listeners, slots, outbox, now, sessions } = parts
  const some = [...listeners.ofHeartbeatTurn(heartbeatTurn)]
  const time = now().getTime()
  for (const listener of some) {
    if (listener.expires_at !== null && listener.expires_at <= time) outbox.signOut(listener)
    else if (!listener.held) outbox.write(listener, HEARTBEAT)
  }
  const open = some.filter((listener) => !listener.isClosed)
  slots.renew(open.map(({ slot }) => slot))
  for (const listener of open) watch(parts, listener)
  // Sessions are checked with each heartbeat, since a killed process may not have published the end of one.
  sessions.checkSoon(open)
}

export function createEvents(options: EventsOptions): Events {
  const parts = createParts(options)
  const {
    listeners,
    slots,
    history,
    recentThreads,
    outbox,
    publisher,
    threadUpdates,
    voteUpdates,
    streamUpdates,
    viewers,
  } = parts
  let isClosed = false
  let heartbeatTurn = 0
  const unsubscribe = options.bus.subscribe((text) => receive(parts, text), parts.onGap)
  const heartbeat = setInterval(
    () => sendHeartbeats(parts, (heartbeatTurn += 1)),
    HEARTBEAT_INTERVAL_MS / HEARTBEAT_GROUPS,
  )
  heartbeat.unref()

  return {
    publish: publisher.publish,
    subscribe(observer) {
      parts.observers.add(observer)
      return () => void parts.observers.delete(observer)
    },
    takeSlot: slots.take,
    open(opening, lastEventId) {
      if (isClosed) {
        slots.release(opening.slot)
        throw new ApiError('not_ready')
      }
      const listener = listeners.add(opening, history.last)
      watch(parts, listener)
      streamUpdates.add(listener.stream_ids)
      streamUpdates.requestSend()
      void openListener(parts, listener, lastEventId)
      return () => outbox.end(listener)
    },
    lastId: () => history.idAt(history.last),
    isRecentlyChanged: recentThreads.has,
    status: () => ({ open: listeners.size, ...outbox.status }),
    async close() {
      isClosed = true
      threadUpdates.stop()
      voteUpdates.stop()
      streamUpdates.stop()
      clearInterval(heartbeat)
      unsubscribe()
      for (const listener of listeners.all()) outbox.end(listener)
      await viewers.stop()
      await publisher.stop()
    },
  }
}
