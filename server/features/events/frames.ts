import * as v from 'valibot'
import { EVENTS, type EventInput, type EventName } from '#shared/api/events.ts'

const encoder = new TextEncoder()

export type Frame = (id: string) => Uint8Array

export function frameOf<Name extends EventName>(name: Name, data: EventInput<Name>): Frame {
  const text = `event: ${name}\ndata: ${JSON.stringify(v.parse(EVENTS[name], data))}\n\n`
  let [lastId, bytes]: [string | null, Uint8Array] = [null, encoder.encode('')]
  return (id) => {
    if (id !== lastId) [lastId, bytes] = [id, encoder.encode(`id: ${id}\n${text}`)]
    return bytes
  }
}

export const HEARTBEAT = encoder.encode(':\n\n')

/** The delay is random, so that not all clients reconnect at once after a restart. */
export const retryFrame = () => encoder.encode(`retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n`)
