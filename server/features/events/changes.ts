import * as v from 'valibot'
import { afterCommit } from '#server/db/driver/after-commit.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'

const id = v.pipe(v.number(), v.safeInteger())

/** Something written that open event streams may show, by ids alone: each process loads what its own listeners may see. */
export const Change = v.variant('type', [
  v.object({ type: v.literal('notification'), user_id: id, id }),
  /** Some were read or retracted. */
  v.object({ type: v.literal('notifications'), user_id: id }),
  /** What is counted as unread is another selection now. */
  v.object({ type: v.literal('counts'), user_id: id }),
  /** `id` is the newest message concerned, null for deleted ones. */
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
  v.object({ type: v.literal('blocks'), user_id: id }),
  v.object({ type: v.literal('sessions'), user_id: id }),
  v.object({ type: v.literal('suspension'), user_id: id }),
])

export type Change = v.InferOutput<typeof Change>

type Private = Extract<Change, { type: 'notification' | 'notifications' | 'counts' | 'modmail' }>

const PRIVATE: ReadonlySet<Change['type']> = new Set(['notification', 'notifications', 'counts', 'modmail'])

/** What is for one member alone. */
export const isPrivate = (change: Change): change is Private => PRIVATE.has(change.type)

type Publish = (change: Change) => void

const publishers = new WeakMap<Db, Publish>()

/** Published once the transaction has committed; dropped where it is rolled back. */
export function emitChange(tx: DbOrTx, change: Change): void {
  afterCommit(tx, (db) => publishers.get(db)?.(change))
}

export function publishChangesOf(db: Db, publish: Publish): void {
  publishers.set(db, publish)
}
