import { afterCommit } from '#server/db/driver/after-commit.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import type { Change } from '#server/lib/events.ts'

type Private = Extract<Change, { type: 'notification' | 'notifications' | 'counts' | 'modmail' }>

const PRIVATE: ReadonlySet<Change['type']> = new Set(['notification', 'notifications', 'counts', 'modmail'])

export const isPrivate = (change: Change): change is Private => PRIVATE.has(change.type)

type Publish = (change: Change) => void

const publishers = new WeakMap<Db, Publish>()

/** Publishes a change after the transaction has committed; a rollback drops the change. */
export function emitChange(tx: DbOrTx, change: Change): void {
  afterCommit(tx, (db) => publishers.get(db)?.(change))
}

export function publishChangesOf(db: Db, publish: Publish): void {
  publishers.set(db, publish)
}
