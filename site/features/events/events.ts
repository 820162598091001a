import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { EventData, EventName, Topic } from '#shared/api/events.ts'

export type SiteEvent = { [Name in EventName]: { name: Name; data: EventData<Name> } }[EventName]

/** `id` is null for events created in this browser; `at` is the time of arrival. */
export type ReceivedEvent = { id: string | null; at: number; event: SiteEvent }

export type WantedTopic = { topic: Topic; since: string | null; at: number }

type Listener = (event: SiteEvent) => void

const MAX_RECENT = 100

const listeners = new Map<Topic, { wanted: WantedTopic; received: Set<Listener> }>()
const watchers = new Set<() => void>()
const recent: ReceivedEvent[] = []
let lastId: string | null = null
let hasStream = false

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function notifyWatchers(): void {
  for (const watcher of watchers) watcher()
}

export const onChange = subscribe

export const wantedTopics = (): WantedTopic[] => [...listeners.values()].map(({ wanted }) => wanted)

export function renewTopics(): void {
  for (const { wanted } of listeners.values()) wanted.at = Date.now()
  notifyWatchers()
}

/** Id of the latest event received in this tab; data loaded from now on contains its change. */
export const lastEventId = (): string | null => lastId

export function noteEventId(id: string | null): void {
  lastId = id ?? lastId
}

export const recentEvents = (): readonly ReceivedEvent[] => recent

export const isStreaming = (): boolean => hasStream

export function setStreaming(isConnected: boolean): void {
  if (hasStream === isConnected) return
  hasStream = isConnected
  notifyWatchers()
}

function topicsOf({ name, data }: SiteEvent): string[] {
  if (name === 'hello' || name === 'resync') return data.topics
  if (name === 'stream') return [`stream:${data.stream_id}`]
  return name === 'thread' || name === 'post' ? [`post:${data.post_id}`] : ['me']
}

export function emit(received: ReceivedEvent): void {
  const { id, event } = received
  noteEventId(id)
  if (recent.push(received) > MAX_RECENT) recent.shift()
  for (const topic of topicsOf(event)) {
    for (const listener of listeners.get(topic as Topic)?.received ?? []) listener(event)
  }
}

/** `since`: id of the last event contained in the page's data; later events that this tab still has follow at once. */
export function listen(topic: Topic, since: string | null, listener: Listener): () => void {
  const existing = listeners.get(topic)
  const entry = existing ?? { wanted: { topic, since, at: Date.now() }, received: new Set<Listener>() }
  entry.received.add(listener)
  entry.wanted.since ??= since
  if (!existing) {
    listeners.set(topic, entry)
    notifyWatchers()
  }
  const from = since === null ? -1 : recent.findIndex(({ id }) => id === since)
  if (from !== -1) {
    const missed = recent.slice(from + 1).filter(({ event }) => topicsOf(event).includes(topic))
    queueMicrotask(() => {
      if (entry.received.has(listener)) for (const { event } of missed) listener(event)
    })
  }
  return () => {
    entry.received.delete(listener)
    if (entry.received.size > 0) return
    listeners.delete(topic)
    notifyWatchers()
  }
}

export function useEvents(topic: Topic | null, since: string | null, listener: Listener): void {
  const received = useEffectEvent(listener)
  const sinceOfPage = useEffectEvent(() => since)
  useEffect(() => (topic === null ? undefined : listen(topic, sinceOfPage(), (event) => received(event))), [topic])
}

const MAX_JITTER_MS = 1_000

/** The delay is random, so that readers of the same thread do not all reload it at once. */
export function withJitter(run: () => void): void {
  setTimeout(run, Math.random() * MAX_JITTER_MS)
}

const isWanted = (): boolean => listeners.size > 0
const isNeverWanted = (): boolean => false

export function useIsWanted(): boolean {
  return useSyncExternalStore(subscribe, isWanted, isNeverWanted)
}
