import { MAX_MESSAGE_BYTES, type Bus } from '#server/bus/bus.ts'
import type { ChangesMessage } from '#server/bus/messages.ts'
import type { Change } from '#server/lib/events.ts'
import { throttle } from './throttle.ts'

const VOTES_INTERVAL_MS = 1_000
const MAX_POSTS_IN_CHANGE = 500

const newId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('base64url')

function messagesOf(changes: Change[]): string[] {
  const envelope = JSON.stringify({ type: 'changes', id: newId(), changes: [] } satisfies ChangesMessage).length
  const messages: Change[][] = []
  let bytesLeft = 0
  for (const change of changes) {
    const size = JSON.stringify(change).length + 1
    if (size > bytesLeft) {
      messages.push([])
      bytesLeft = MAX_MESSAGE_BYTES - envelope
    }
    messages.at(-1)!.push(change)
    bytesLeft -= size
  }
  return messages.map((some) =>
    JSON.stringify({ type: 'changes', id: newId(), changes: some } satisfies ChangesMessage),
  )
}

/** Publishes the changes of one tick of the event loop in one message, and votes once a second. */
export function createPublisher(bus: Bus) {
  const pending: Change[] = []
  const voted = new Set<number>()
  let sent: Promise<unknown> = Promise.resolve()

  function flush(): void {
    sent = Promise.all([sent, ...messagesOf(pending.splice(0)).map((message) => bus.publish(message))])
  }

  function add(change: Change): void {
    if (pending.push(change) === 1) queueMicrotask(flush)
  }

  const votes = throttle(VOTES_INTERVAL_MS, () => {
    const ids = [...voted]
    voted.clear()
    for (let at = 0; at < ids.length; at += MAX_POSTS_IN_CHANGE)
      add({ type: 'votes', post_ids: ids.slice(at, at + MAX_POSTS_IN_CHANGE) })
  })

  return {
    publish(change: Change): void {
      if (change.type !== 'votes') return add(change)
      for (const id of change.post_ids) voted.add(id)
      votes.request()
    },
    async stop(): Promise<void> {
      votes.stop()
      flush()
      await sent
    },
  }
}
