import { openDB, type IDBPDatabase } from 'idb'
import { QUEUED_FILE } from '#shared/rules/queued-calls.ts'
import type { OutboxStorage, Queued, QueuedFile, Session } from './outbox.ts'

/** A separate database, so that emptying the store of pages never deletes waiting actions. */

type Sealed = { id: string; account: string; number: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
type SealedFile = Pick<Sealed, 'iv' | 'data' | 'account'> & { url: string; name: string; type: string; at: number }

let opened: Promise<IDBPDatabase> | null = null

function database(): Promise<IDBPDatabase> {
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

/** The key stays while something of the account waits, since only that account may read and send it. */
async function keyOf(account: string): Promise<CryptoKey> {
  const db = await database()
  const known = (await db.get('keys', account)) as CryptoKey | undefined
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const tx = db.transaction('keys', 'readwrite')
  // Another tab may have made a key meanwhile.
  const first = (await tx.store.get(account)) as CryptoKey | undefined
  if (!first) await tx.store.put(made, account)
  await tx.done
  return first ?? made
}

export const outboxStorage: OutboxStorage = {
  async list(account) {
    const rows = (await (await database()).getAllFromIndex('actions', 'account', account)) as Sealed[]
    if (rows.length === 0) return []
    const key = await keyOf(account)
    const actions = await Promise.all(
      rows.map(async ({ iv, data }) => {
        const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
        return JSON.parse(new TextDecoder().decode(bytes)) as Queued
      }),
    )
    return actions.sort((a, b) => a.number - b.number)
  },
  async put(action) {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const bytes = new TextEncoder().encode(JSON.stringify(action))
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(action.account), bytes)
    const { id, account, number } = action
    await (await database()).put('actions', { id, account, number, iv, data } satisfies Sealed)
  },
  async remove(id) {
    await (await database()).delete('actions', id)
  },
  async file(url, account) {
    const found = (await (await database()).get('files', url)) as SealedFile | undefined
    if (found?.account !== account) return null
    const { iv, data, type, name } = found
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(account), data)
    return { name, type, bytes: new Uint8Array(bytes) }
  },
  async removeFile(url) {
    await (await database()).delete('files', url)
  },
}

/** Stores a picture of what is being written, and returns its address in this browser. */
export async function storeFile(account: string, { name, type, bytes }: QueuedFile, at: number): Promise<string> {
  const url = QUEUED_FILE + crypto.randomUUID()
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(account), bytes)
  await (await database()).put('files', { url, account, name, type, at, iv, data } satisfies SealedFile)
  return url
}

/** Removes pictures of an account that nothing in its outbox uses, except those younger than `youngest`. */
export async function removeUnusedFiles(account: string, used: Set<string>, youngest: number): Promise<void> {
  const db = await database()
  for (const { url, account: owner, at } of (await db.getAll('files')) as SealedFile[])
    if (owner === account && at < youngest && !used.has(url)) await db.delete('files', url)
}

/** Grows with each action, independent of the clock. */
export async function nextNumber(): Promise<number> {
  const tx = (await database()).transaction('meta', 'readwrite')
  const number = (((await tx.store.get('number')) as number | undefined) ?? 0) + 1
  await tx.store.put(number, 'number')
  await tx.done
  return number
}

/** Stores who is signed in for the worker, which cannot read the page's storage. */
export async function rememberSession(session: Session | null): Promise<void> {
  await (await database()).put('meta', session, 'session')
}

export async function rememberedSession(): Promise<Session | null> {
  return ((await (await database()).get('meta', 'session')) as Session | null | undefined) ?? null
}
