import type postgres from 'postgres'
import { readEvents } from '#server/test/event-stream.ts'
import type { Finding } from '../checks.ts'
import type { Expected } from '../expected.ts'
import type { Member } from '../members.ts'

const RECONNECT_MS = 100
const SETTLE_MS = 15_000

type Listener = {
  member: Member
  lastId: string | null
  isOpen: boolean
  /** Ids of the events that announced a message as new, by the id of the message. */
  received: Map<number, Set<string>>
  /** Ids of the messages that were loaded again after a resync. */
  read: Set<number>
  resyncs: number
}

/** Reads event streams like a browser: resumes them after each break, and reloads everything after a resync. */
export class Listeners {
  readonly #listeners: Listener[]
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>[]

  constructor(
    readonly url: string,
    readonly sql: postgres.Sql,
    members: Member[],
  ) {
    this.#listeners = members.map((member) => ({
      member,
      lastId: null,
      isOpen: false,
      received: new Map(),
      read: new Set(),
      resyncs: 0,
    }))
    this.#running = this.#listeners.map((listener) => this.#follow(listener))
  }

  get resyncs(): number {
    return this.#listeners.reduce((sum, { resyncs }) => sum + resyncs, 0)
  }

  async #readAgain(listener: Listener): Promise<void> {
    listener.resyncs += 1
    const rows = await this.sql<{ id: number }[]>`select id from message where recipient_id = ${listener.member.id}`
    for (const { id } of rows) listener.read.add(id)
  }

  async #follow(listener: Listener): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        const query = new URLSearchParams({
          topics: 'me',
          ...(listener.lastId !== null && { last_event_id: listener.lastId }),
        })
        const answer = await fetch(`${this.url}/api/events?${query}`, {
          headers: { authorization: `Bearer ${listener.member.token}` },
          signal,
        })
        const again: Promise<void>[] = []
        const isFirst = listener.lastId === null
        const stream = readEvents(answer, ({ id, name, data }) => {
          if (id !== '') listener.lastId = id
          if (name === 'hello') listener.isOpen = true
          if (name === 'resync' || (name === 'hello' && isFirst)) again.push(this.#readAgain(listener))
          if (
            name !== 'message' ||
            !('kind' in data) ||
            data.kind !== 'new' ||
            data.message?.recipient_id !== listener.member.id
          )
            return
          const received = listener.received.get(data.message.id) ?? new Set()
          listener.received.set(data.message.id, received.add(id))
        })
        await stream.ended
        await Promise.all(again)
      } catch {}
      listener.isOpen = false
      if (!signal.aborted) await Bun.sleep(RECONNECT_MS)
    }
  }

  async check(expected: Expected): Promise<Finding> {
    const rows = await this.sql<{ id: number; recipient_id: number }[]>`
      select id, recipient_id from message where recipient_id = any(${this.#listeners.map(({ member }) => member.id)})`
    const acknowledged = rows.filter(({ id }) => expected.messages.has(id))
    const missing = () =>
      acknowledged.filter(({ id, recipient_id }) => {
        const listener = this.#listeners.find(({ member }) => member.id === recipient_id)!
        return !listener.isOpen || (!listener.received.has(id) && !listener.read.has(id))
      })
    for (const end = performance.now() + SETTLE_MS; missing().length > 0 && performance.now() < end;)
      await Bun.sleep(50)
    return {
      looked: acknowledged.length,
      wrong: [
        ...missing().map(({ id, recipient_id }) => `message ${id}: has not come to member ${recipient_id}`),
        ...this.#listeners.flatMap(({ member, received }) =>
          [...received]
            .filter(([, ids]) => ids.size > 1)
            .map(([id]) => `message ${id}: came to member ${member.id} as new twice`),
        ),
      ],
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }
}
