import * as v from 'valibot'
import type { Topic } from '#shared/api/events.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Variant } from '#shared/rules/variant.ts'

const id = v.pipe(v.number(), v.safeInteger())

/** A change contains only ids, since each process loads what its own listeners may see. */
export const Change = v.variant('type', [
  v.object({ type: v.literal('notification'), user_id: id, id }),
  /** Some notifications of the user were read or retracted. */
  v.object({ type: v.literal('notifications'), user_id: id }),
  /** The set of items that count as unread has changed. */
  v.object({ type: v.literal('counts'), user_id: id }),
  /** `id` is the id of the newest affected message, or null if messages were deleted. */
  v.object({
    type: v.literal('message'),
    kind: v.picklist(['new', 'read', 'gone']),
    sender_id: id,
    recipient_id: id,
    id: v.nullable(id),
  }),
  v.object({ type: v.literal('modmail'), user_id: id, thread_id: id }),
  v.object({ type: v.literal('comment'), kind: v.picklist(['new', 'edited', 'removed']), post_id: id, id }),
  v.object({ type: v.literal('votes'), post_ids: v.array(id) }),
  v.object({ type: v.literal('post'), post_id: id }),
  v.object({ type: v.literal('stream'), stream_id: id }),
  /** A segment of a live stream, saved in the media store for the process that encodes the stream. */
  v.object({ type: v.literal('stream_piece'), stream_id: id, seq: id }),
  v.object({ type: v.literal('blocks'), user_id: id }),
  v.object({ type: v.literal('sessions'), user_id: id }),
  v.object({ type: v.literal('suspension'), user_id: id }),
])

export type Change = v.InferOutput<typeof Change>

/** `write` returns false if the client has not yet read earlier events. */
export type Sink = { write: (event: Uint8Array) => boolean; end: () => void }

/** An open event stream holds a slot, which counts towards the limits of the account and IP address in `keys`. */
export type StreamSlot = { id: string; keys: string[] }

type StreamReader = { id: number; session_id: string; session_expires_at: Date }

export type Opening = {
  viewer: StreamReader | null
  lang: Lang
  variant: Variant
  slot: StreamSlot
  topics: Topic[]
  watched_ids?: readonly number[]
  viewer_key?: string
  sink: Sink
}

/** Totals since the start; `dropped` counts listeners closed because they did not read their events. */
export type EventsStatus = { open: number; sent: number; dropped: number }

export type Events = {
  publish: (change: Change) => void
  /** Calls the observer with every change, also of this process; the returned function ends the subscription. */
  subscribe: (observer: (change: Change) => void) => () => void
  /** The slot counts towards the limits of account and network until its stream ends. Throws `too_many_requests`. */
  takeSlot: (viewer: StreamReader | null, address: string) => Promise<StreamSlot>
  /** Returns the function that ends the event stream. Throws `not_ready`. */
  open: (opening: Opening, lastEventId: string | null) => () => void
  /** Returns the id of the newest event; data loaded from now on contains all changes up to this event. */
  lastId: () => string
  /** A replica may lack changes that event streams have just sent, so changed threads are read from the primary. */
  isRecentlyChanged: (postId: number) => boolean
  status: () => EventsStatus
  /** Resolves once the readers of event streams are no longer counted as viewers of live streams. */
  close: () => Promise<void>
}
