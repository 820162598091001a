import { openDB, type IDBPDatabase } from 'idb'

let opened: Promise<IDBPDatabase> | null = null

/** A separate database, so that emptying the offline store never deletes queued actions. */
export function outboxDatabase(): Promise<IDBPDatabase> {
  opened ??= openDB('outbox', 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('actions', { keyPath: 'id' }).createIndex('account', 'account')
        db.createObjectStore('keys')
        db.createObjectStore('meta')
      }
      db.createObjectStore('files', { keyPath: 'url' })
    },
    blocking(_, __, event) {
      ;(event.target as IDBDatabase).close()
      opened = null
    },
    terminated() {
      opened = null
    },
  })
  return opened
}
