import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { EventData, EventName, Topic } from '#shared/api/events.ts'

export type SiteEvent = { [Name in EventName]: { name: Name; data: EventData<Name> } }[EventName]

/** `id` is null for what no server said; `at` is when it came. */
export type Heard = { id: string | null; at: number; event: SiteEvent }

export type Wanted = { topic: Topic; since: string | null; at: number }

type Listener = (event: SiteEvent) => void

const MAX_RECENT = 100

const listeners = new Map<Topic, { wanted: Wanted; heard: Set<Listener> }>()
const watchers = new Set<() => void>()
const recent: Heard[] = []
let lastId: string | null = null
let hasStream = false

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function changed(): void {
  for (const watcher of watchers) watcher()
}

export const onChange = subscribe

export const wantedTopics = (): Wanted[] => [...listeners.values()].map(({ wanted }) => wanted)

export function wantAgain(): void {
  for (const { wanted } of listeners.values()) wanted.at = Date.now()
  changed()
}

/** What a page loads now, it has up to this event; null while none is known. */
export const lastEventId = (): string | null => lastId

export function noteEventId(id: string | null): void {
  lastId = id ?? lastId
}

export const recentEvents = (): readonly Heard[] => recent

export const isStreaming = (): boolean => hasStream

export function setStreaming(isConnected: boolean): void {
  if (hasStream === isConnected) return
  hasStream = isConnected
  changed()
}

function topicsOf({ name, data }: SiteEvent): string[] {
  if (name === 'hello' || name === 'resync') return data.topics
  return name === 'thread' || name === 'post' ? [`post:${data.post_id}`] : ['me']
}

export function emit(heard: Heard): void {
  const { id, event } = heard
  noteEventId(id)
  if (recent.push(heard) > MAX_RECENT) recent.shift()
  for (const topic of topicsOf(event)) {
    for (const listener of listeners.get(topic as Topic)?.heard ?? []) listener(event)
  }
}

/** `since` is the last event that what is shown contains; what came after it follows at once. */
export function listen(topic: Topic, since: string | null, listener: Listener): () => void {
  const known = listeners.get(topic)
  const entry = known ?? { wanted: { topic, since, at: Date.now() }, heard: new Set<Listener>() }
  entry.heard.add(listener)
  entry.wanted.since ??= since
  if (!known) {
    listeners.set(topic, entry)
    changed()
  }
  const from = since === null ? -1 : recent.findIndex(({ id }) => id === since)
  if (from !== -1) {
    const missed = recent.slice(from + 1).filter(({ event }) => topicsOf(event).includes(topic))
    queueMicrotask(() => {
      if (entry.heard.has(listener)) for (const { event } of missed) listener(event)
    })
  }
  return () => {
    entry.heard.delete(listener)
    if (entry.heard.size > 0) return
    listeners.delete(topic)
    changed()
  }
}

export function useEvents(topic: Topic | null, since: string | null, listener: Listener): void {
  const heard = useEffectEvent(listener)
  const shown = useEffectEvent(() => since)
  useEffect(() => (topic === null ? undefined : listen(topic, shown(), (event) => heard(event))), [topic])
}

const SPREAD_MS = 1_000

/** Readers of one thread do not all read it again at once. */
export function spread(run: () => void): void {
  setTimeout(run, Math.random() * SPREAD_MS)
}

const isWanted = (): boolean => listeners.size > 0
const never = (): boolean => false

export function useIsWanted(): boolean {
  return useSyncExternalStore(subscribe, isWanted, never)
}
