import { ApiError } from '#shared/api/errors.ts'
import type { Bus } from '#server/bus/bus.ts'
import { readMessage } from '#server/bus/messages.ts'
import type { Services } from '#server/context.ts'
import type { Change, Events } from '#server/lib/events.ts'
import { isPrivate } from './changes.ts'
import { frameOf, HEARTBEAT, retryFrame, type Frame } from './frames.ts'
import { createRecentThreads } from './recent-threads.ts'
import { createHistory, type Entry } from './history.ts'
import { createListeners, HEARTBEAT_GROUPS, type Listener, type Member } from './listeners.ts'
import { loadFrames, type Delivery } from './load-frames.ts'
import { throttle } from './throttle.ts'
import { createPublisher } from './publisher.ts'
import { createViewers } from '../streams/viewers/viewers.ts'
import { findStates } from '../streams/viewers/queries.ts'
import { findBlocked, findSessions } from './queries.ts'
import { createStreamSlots, type SharedSlots } from './stream-slots.ts'
import { addComment, loadCounts, loadThreads, type ChangedThread } from './threads.ts'

const THREAD_INTERVAL_MS = 1_000
const POST_INTERVAL_MS = 2_000
const STREAM_INTERVAL_MS = 5_000
const HEARTBEAT_INTERVAL_MS = 25_000
const MAX_HISTORY = 4_096
/** Messages that may wait; less than the history, so that those that are being sent are still in it. */
const MAX_QUEUE = 2_000
const MAX_BATCH = 200
const NOBODY: ReadonlySet<number> = new Set()

type EventsOptions = Pick<Services, 'db' | 'log' | 'now' | 'config'> & { bus: Bus; sharedSlots?: SharedSlots | null }
type Send = (listener: Listener, frame: Frame, position: number) => void
type IsFor = (listener: Listener, position: number) => boolean

export function createEvents({ bus, sharedSlots = null, ...services }: EventsOptions): Events {
  const { db, log, now } = services
  const listeners = createListeners()
  const slots = createStreamSlots(services.config.rateLimitScale, sharedSlots)
  const history = createHistory(MAX_HISTORY)
  const publisher = createPublisher(bus)
  const queue: Entry[] = []
  let sending: number | null = null
  let threads = new Map<number, ChangedThread>()
  const loadingThreads = new Map<number, ChangedThread>()
  let voted = new Map<number, number>()
  const loadingVotes = new Map<number, number>()
  let threadTimer: ReturnType<typeof setTimeout> | null = null
  const recentThreads = createRecentThreads(() => now().getTime())
  let isClosed = false
  let heartbeatTurn = 0
  const status = { sent: 0, dropped: 0 }
  const observers = new Set<(change: Change) => void>()
  const viewers = createViewers(db, log)
  let changedStreams = new Set<number>()

  function end(listener: Listener): void {
    if (listener.isClosed) return
    listeners.remove(listener)
    slots.release(listener.slot)
    for (const id of listener.watched_ids) viewers.leave(id, listener.slot.id)
    listener.sink.end()
  }

  function write(listener: Listener, bytes: Uint8Array): void {
    if (listener.isClosed) return
    if (listener.held) return void listener.held.push(bytes)
    if (listener.sink.write(bytes)) return
    status.dropped += 1
    end(listener)
  }

  function sinceOf(postId: number): number {
    const since = [
      threads.get(postId)?.since,
      loadingThreads.get(postId)?.since,
      voted.get(postId),
      loadingVotes.get(postId),
    ]
    return Math.min(...since.map((position) => position ?? Infinity))
  }

  /** Where a listener continues: after `position`, but with what is collected for its threads and not sent yet. */
  function idFor({ post_ids }: Listener, position: number): string {
    const next = Math.min(position + 1, ...post_ids.map(sinceOf))
    const id = history.idAt(position)
    return next > position ? id : `${id}.${history.idAt(next - 1)}`
  }

  /** The last position of which everything private has been sent. */
  const sentUpTo = () => (sending ?? queue[0]?.position ?? history.last + 1) - 1

  const send: Send = (listener, frame, position) => {
    // It was sent a resync meanwhile.
    if (position < history.first) return
    status.sent += 1
    write(listener, frame(idFor(listener, position)))
  }

  function endWith(listener: Listener, frame: Frame): void {
    listener.held = null
    send(listener, frame, history.last)
    end(listener)
  }

  const signOut = (listener: Listener) => endWith(listener, frameOf('signed_out', {}))

  async function loadBlocked(of: (Member | null)[]): Promise<void> {
    for (;;) {
      const missing = [...new Set(of)].filter((member): member is Member => member !== null && member.blocked === null)
      if (missing.length === 0) return
      const changes = missing.map(({ blockChanges }) => blockChanges)
      const blocked = await findBlocked(
        db,
        missing.map(({ id }) => id),
      )
      missing.forEach((member, at) => {
        if (member.blockChanges === changes[at]) member.blocked = blocked.get(member.id) ?? NOBODY
      })
    }
  }

  function clearBlocked(member: Member): void {
    member.blocked = null
    member.blockChanges += 1
  }

  async function checkSessions(some: Listener[]): Promise<void> {
    const signedIn = some.filter(({ session_id }) => session_id !== null)
    if (signedIn.length === 0) return
    const alive = await findSessions(db, [...new Set(signedIn.map(({ session_id }) => session_id!))], now())
    for (const listener of signedIn) if (!listener.isClosed && !alive.has(listener.session_id!)) signOut(listener)
  }

  function checkSessionsSoon(some: Listener[]): void {
    checkSessions(some).catch((error: unknown) => log.warn('Sessions of event streams could not be checked', { error }))
  }

  function onGap(): void {
    history.reset()
    recentThreads.addAll()
    queue.length = 0
    threads.clear()
    voted.clear()
    for (const member of listeners.members()) clearBlocked(member)
    const all = listeners.all()
    for (const listener of all) send(listener, frameOf('resync', { topics: listener.topics }), history.last)
    checkSessionsSoon(all)
  }

  function onError(error: unknown): void {
    log.warn('Events could not be loaded', { error })
    onGap()
  }

  function deliveriesOf({ position, changes }: Entry, isFor: IsFor): Delivery[] {
    const chosen = (some: Iterable<Listener>) => [...some].filter((listener) => isFor(listener, position))
    const ofMember = (id: number) => chosen(listeners.member(id)?.listeners ?? []).filter(({ is_me }) => is_me)
    return changes.map((change) => {
      if (change.type === 'post') return { change, position, to: chosen(listeners.ofPost(change.post_id)) }
      if (change.type === 'message')
        return { change, position, to: [...ofMember(change.sender_id), ...ofMember(change.recipient_id)] }
      return { change, position, to: isPrivate(change) ? ofMember(change.user_id) : [] }
    })
  }

  async function deliver(entries: Entry[], isFor: IsFor, sendTo: Send): Promise<void> {
    const deliveries = entries.flatMap((entry) => deliveriesOf(entry, isFor)).filter(({ to }) => to.length > 0)
    if (deliveries.length === 0) return
    const frameFor = await loadFrames(services, deliveries)
    await loadBlocked(deliveries.flatMap(({ to }) => to.map(({ member }) => member)))
    for (const { change, position, to } of deliveries) {
      for (const listener of to) {
        const frame = frameFor(change, listener)
        if (frame) sendTo(listener, frame, position)
      }
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      sending = batch[0]!.position
      await deliver(batch, (listener, position) => listener.since < position, send).catch(onError)
    }
    sending = null
  }

  async function sendThreads(): Promise<void> {
    threadTimer = null
    for (const [id, thread] of threads) loadingThreads.set(id, thread)
    threads = new Map()
    const ids = [...loadingThreads.keys()]
    const members = () => ids.flatMap((id) => [...listeners.ofPost(id)].map(({ member }) => member))
    try {
      const frameFor = await loadThreads(db, new Map(loadingThreads))
      // Further listeners come meanwhile.
      while (members().some((member) => member?.blocked === null)) await loadBlocked(members())
      for (const id of ids) {
        loadingThreads.delete(id)
        for (const listener of listeners.ofPost(id)) {
          const frame = frameFor(id, listener)
          if (frame) send(listener, frame, sentUpTo())
        }
      }
    } catch (error) {
      loadingThreads.clear()
      onError(error)
    }
    if (threads.size > 0) startThreadTimer()
  }

  function startThreadTimer(): void {
    if (!isClosed && threadTimer === null && loadingThreads.size === 0)
      threadTimer = setTimeout(() => void sendThreads(), THREAD_INTERVAL_MS)
  }

  const votes = throttle(POST_INTERVAL_MS, () => void sendVotes())

  async function sendVotes(): Promise<void> {
    if (isClosed || loadingVotes.size > 0) return
    for (const [id, since] of voted) loadingVotes.set(id, since)
    voted = new Map()
    const ids = [...loadingVotes.keys()]
    try {
      const frames = await loadCounts(db, ids)
      for (const id of ids) {
        loadingVotes.delete(id)
        const frame = frames.get(id)
        if (frame) for (const listener of listeners.ofPost(id)) send(listener, frame, sentUpTo())
      }
    } catch (error) {
      loadingVotes.clear()
      onError(error)
    }
    if (voted.size > 0) votes.request()
  }

  const streams = throttle(STREAM_INTERVAL_MS, () => void sendStreams())

  async function sendStreams(): Promise<void> {
    const ids = [...changedStreams]
    changedStreams = new Set()
    if (isClosed || ids.length === 0) return
    try {
      for (const state of await findStates(db, ids)) {
        const frame = frameOf('stream', state)
        for (const listener of listeners.ofStream(state.stream_id)) send(listener, frame, sentUpTo())
      }
    } catch (error) {
      log.warn('The states of streams could not be loaded', { error })
      for (const id of ids) changedStreams.add(id)
      streams.request()
    }
  }

  function receive(text: string): void {
    const message = readMessage(text)
    if (message.type !== 'changes') return
    const entry = history.add(message.id, message.changes)
    if (!entry) return
    for (const change of entry.changes)
      if (change.type === 'comment' || change.type === 'post') recentThreads.add(change.post_id)
    for (const change of entry.changes) for (const observer of observers) observer(change)
    if (listeners.size === 0) return
    for (const change of entry.changes) {
      if (change.type === 'comment' && listeners.isOpen(change.post_id)) addComment(threads, change, entry.position)
      if (change.type === 'votes')
        for (const id of change.post_ids) if (listeners.isOpen(id) && !voted.has(id)) voted.set(id, entry.position)
      if (change.type === 'stream') changedStreams.add(change.stream_id)
      if (change.type !== 'blocks' && change.type !== 'sessions' && change.type !== 'suspension') continue
      const member = listeners.member(change.user_id)
      if (!member) continue
      if (change.type === 'blocks') clearBlocked(member)
      else if (change.type === 'suspension')
        for (const listener of member.listeners) endWith(listener, frameOf('resync', { topics: listener.topics }))
      else checkSessionsSoon([...member.listeners])
    }
    if (threads.size > 0) startThreadTimer()
    if (voted.size > 0) votes.request()
    if (changedStreams.size > 0) streams.request()
    if (queue.push(entry) > MAX_QUEUE) onError(new Error('Too many messages wait'))
    if (sending === null) void drain()
  }

  async function sendMissedThreads(listener: Listener, entries: Entry[], sendTo: Send): Promise<void> {
    const missed = new Map<number, ChangedThread>()
    const missedVotes = new Set<number>()
    for (const { position, changes } of entries) {
      for (const change of changes) {
        if (change.type === 'comment' && listener.post_ids.includes(change.post_id)) {
          // What is still collected is sent to this listener too.
          const isSentLater =
            position >=
            Math.min(
              threads.get(change.post_id)?.since ?? Infinity,
              loadingThreads.get(change.post_id)?.since ?? Infinity,
            )
          if (!isSentLater && position <= listener.since) addComment(missed, change, position)
        }
        if (change.type === 'votes')
          for (const id of change.post_ids) if (listener.post_ids.includes(id)) missedVotes.add(id)
      }
    }
    if (missed.size > 0) {
      const frameFor = await loadThreads(db, missed)
      await loadBlocked([listener.member])
      for (const id of missed.keys()) {
        const frame = frameFor(id, listener)
        if (frame) sendTo(listener, frame, listener.since)
      }
    }
    if (missedVotes.size > 0)
      for (const frame of (await loadCounts(db, [...missedVotes])).values()) sendTo(listener, frame, listener.since)
  }

  /** Returns the id that a listener continues after, null where what it missed is not known any more. */
  async function sendMissed(listener: Listener, lastEventId: string, sendTo: Send): Promise<string | null> {
    const [own = '', collected = own] = lastEventId.split('.')
    const [position, collectedPosition] = [history.positionOf(own), history.positionOf(collected)]
    if (position === null || collectedPosition === null) return null
    await deliver(
      history.after(position).filter((entry) => entry.position <= listener.since),
      (to) => to === listener,
      sendTo,
    )
    await sendMissedThreads(listener, history.after(collectedPosition), sendTo)
    return own === collected ? own : `${own}.${collected}`
  }

  /** The events of a new listener are held until those that come first are loaded. */
  async function openListener(listener: Listener, lastEventId: string | null): Promise<void> {
    const missed: Uint8Array[] = []
    try {
      await Promise.all([checkSessions([listener]), loadBlocked([listener.member])])
      const continued =
        lastEventId === null
          ? null
          : await sendMissed(listener, lastEventId, (to, frame, position) => missed.push(frame(idFor(to, position))))
      if (listener.isClosed) return
      const later = listener.held ?? []
      listener.held = null
      write(listener, retryFrame())
      // Where the connection breaks after it, the next one continues from the same event.
      const hello = frameOf('hello', { topics: listener.topics, server_time: now() })
      write(listener, hello(continued ?? idFor(listener, listener.since)))
      if (lastEventId !== null && continued === null)
        send(listener, frameOf('resync', { topics: listener.topics }), listener.since)
      for (const bytes of [...missed, ...later]) write(listener, bytes)
      status.sent += 1 + missed.length
    } catch (error) {
      log.warn('An event stream could not be opened', { error })
      end(listener)
    }
  }

  /** Counts it among the viewers of its streams for the time of a lease. */
  function watch({ watched_ids, slot, viewer_key }: Listener): void {
    for (const id of watched_ids) viewers.join(id, slot.id, viewer_key)
  }

  function sendHeartbeats(): void {
    const some = [...listeners.ofHeartbeatTurn((heartbeatTurn += 1))]
    const time = now().getTime()
    for (const listener of some) {
      if (listener.expires_at !== null && listener.expires_at <= time) signOut(listener)
      else if (!listener.held) write(listener, HEARTBEAT)
    }
    const open = some.filter((listener) => !listener.isClosed)
    slots.renew(open.map(({ slot }) => slot))
    for (const listener of open) watch(listener)
    // A process that is killed has not published everything.
    checkSessionsSoon(open)
  }

  const unsubscribe = bus.subscribe(receive, onGap)
  const heartbeat = setInterval(sendHeartbeats, HEARTBEAT_INTERVAL_MS / HEARTBEAT_GROUPS)
  heartbeat.unref()

  return {
    publish: publisher.publish,
    subscribe(observer) {
      observers.add(observer)
      return () => void observers.delete(observer)
    },
    takeSlot: slots.take,
    open(opening, lastEventId) {
      if (isClosed) {
        slots.release(opening.slot)
        throw new ApiError('not_ready')
      }
      const listener = listeners.add(opening, history.last)
      watch(listener)
      for (const id of listener.stream_ids) changedStreams.add(id)
      if (listener.stream_ids.length > 0) streams.request()
      void openListener(listener, lastEventId)
      return () => end(listener)
    },
    lastId: () => history.idAt(history.last),
    isRecentlyChanged: recentThreads.has,
    status: () => ({ open: listeners.size, ...status }),
    async close() {
      isClosed = true
      votes.stop()
      streams.stop()
      clearInterval(heartbeat)
      if (threadTimer !== null) clearTimeout(threadTimer)
      unsubscribe()
      for (const listener of listeners.all()) end(listener)
      await viewers.stop()
      await publisher.stop()
    },
  }
}
