import { afterCommit } from '#server/db/driver/after-commit.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'

/** Something written that open event streams may show, by ids alone: each process loads what its own listeners may see. */
export type Change =
  | { type: 'notification', user_id: number, id: number }
  /** Some were read or retracted. */
  | { type: 'notifications', user_id: number }
  /** What is counted as unread is another selection now. */
  | { type: 'counts', user_id: number }
  /** `id` is the newest message concerned, null for deleted ones. */
  | { type: 'message', kind: 'new' | 'read' | 'gone', sender_id: number, recipient_id: number, id: number | null }
  | { type: 'comment', kind: 'new' | 'edited' | 'removed', post_id: number, id: number }
  | { type: 'votes', post_ids: number[] }
  | { type: 'post', post_id: number }
  | { type: 'blocks', user_id: number }
  | { type: 'sessions', user_id: number }
  | { type: 'suspension', user_id: number }

type Publish = (change: Change) => void

const publishers = new WeakMap<Db, Publish>()

/** Published once the transaction has committed; dropped where it is rolled back. */
export function emitChange(tx: DbOrTx, change: Change): void {
  afterCommit(tx, (db) => publishers.get(db)?.(change))
}

export function publishChangesOf(db: Db, publish: Publish): void {
  publishers.set(db, publish)
}
