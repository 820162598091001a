import { ApiError } from '#shared/api/errors.ts'
import { networksOf } from '#server/lib/address.ts'
import type { StreamSlot } from '#server/lib/events.ts'

/** At most `max` event streams with the same `key` may be open at a time. */
type StreamLimit = { key: string; max: number }

/** Counts the event streams over all processes. The slots of a killed process expire. */
export type SharedSlots = {
  /** Returns false if one of the limits is reached, true if the shared store cannot be reached. */
  take: (id: string, limits: StreamLimit[]) => Promise<boolean>
  renew: (slots: StreamSlot[]) => Promise<void>
  release: (slot: StreamSlot) => Promise<void>
}

const MAX_OF_MEMBER = 6
const MAX_OF_ADDRESS = 20
const RETRY_AFTER_SECONDS = 30

/** An account has one limit for all networks together; the limit of an IPv6 network grows with its size. */
function limitsOf(viewer: { id: number } | null, address: string, scale: number): StreamLimit[] {
  const max = (limit: number) => Math.max(1, Math.floor(limit * scale))
  const ofNetworks = networksOf(address).map(({ network, factor }) => ({
    key: `network ${network}`,
    max: max(MAX_OF_ADDRESS * factor),
  }))
  return viewer ? [...ofNetworks, { key: `account ${viewer.id}`, max: max(MAX_OF_MEMBER) }] : ofNetworks
}

/** The streams are counted over all processes if `shared` is given; `scale` multiplies the limits. */
export function createStreamSlots(scale: number, shared: SharedSlots | null) {
  const counts = new Map<string, number>()

  function add(keys: string[], by: 1 | -1): void {
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }

  return {
    async take(viewer: { id: number } | null, address: string): Promise<StreamSlot> {
      const limits = limitsOf(viewer, address, scale)
      const slot = { id: crypto.randomUUID(), keys: limits.map(({ key }) => key) }
      const refused = new ApiError('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS })
      if (limits.some(({ key, max }) => (counts.get(key) ?? 0) >= max)) throw refused
      add(slot.keys, 1)
      if (!shared || (await shared.take(slot.id, limits))) return slot
      add(slot.keys, -1)
      throw refused
    },
    release(slot: StreamSlot): void {
      add(slot.keys, -1)
      void shared?.release(slot)
    },
    renew(slots: StreamSlot[]): void {
      if (slots.length > 0) void shared?.renew(slots)
    },
  }
}
