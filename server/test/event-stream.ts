import type { EventData, EventName } from '#shared/api/events.ts'

export type ReceivedEvent<Name extends EventName = EventName> = {
  [Each in Name]: { id: string; name: Each; data: EventData<Each> }
}[Name]

export type EventStream = {
  received: ReceivedEvent[]
  /** Waits for the next event for which `fits` is true, including events already received; returns each event once. */
  next: <Name extends EventName>(name: Name, fits?: (data: EventData<Name>) => boolean) => Promise<ReceivedEvent<Name>>
  ended: Promise<void>
  close: () => Promise<void>
}

function parse(block: string): ReceivedEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  )
  const [id, name, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
  return name === undefined ? null : ({ id: id ?? '', name, data: JSON.parse(data ?? 'null') } as ReceivedEvent)
}

/** `onEvent` is called for each event as it arrives. */
export function readEvents(answer: Response, onEvent: (event: ReceivedEvent) => void = () => {}): EventStream {
  if (answer.status !== 200 || !answer.body) throw new Error(`No event stream: ${answer.status}`)
  const reader = answer.body.getReader()
  const received: ReceivedEvent[] = []
  const given = new Set<ReceivedEvent>()
  let arrived = Promise.withResolvers<void>()
  let isOpen = true

  async function pump(): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n')
        text = blocks.pop()!
        const events = blocks.flatMap((block) => parse(block) ?? [])
        received.push(...events)
        events.forEach(onEvent)
        arrived.resolve()
        arrived = Promise.withResolvers()
      }
    } catch {}
    isOpen = false
    arrived.resolve()
  }

  return {
    received,
    ended: pump(),
    async next(name, fits = () => true) {
      for (;;) {
        const found = received.find((event) => event.name === name && !given.has(event) && fits(event.data as never))
        if (found) {
          given.add(found)
          return found as never
        }
        if (!isOpen) throw new Error(`The stream ended without '${name}' after: ${JSON.stringify(received)}`)
        await arrived.promise
      }
    },
    close: () => reader.cancel().catch(() => {}),
  }
}
