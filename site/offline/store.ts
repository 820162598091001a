import { deleteDB, openDB, type IDBPDatabase } from 'idb'

/** Stored pages are encrypted with a key of their owner, which scripts cannot export. */

const STORE_NAME = 'offline'
/** Time in milliseconds without contact to the server after which the store is emptied. */
const FORGOTTEN_AFTER = 30 * 24 * 3_600_000
export const BUDGET = 50 * 1_048_576

/** The id of an account, or 'visitor'. */
export type Owner = string

type Head = { url: string; title: string; headers: Record<string, string> }
export type StoredFile = Head & { at: number; body: Uint8Array<ArrayBuffer> }
type Kind = 'page' | 'picture'

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
type Entry = { id: string; kind: Kind; at: number; bytes: number; head: Sealed; body: Sealed }
type Ownership = { owner: Owner; key: CryptoKey; salt: string }

let opened: Promise<IDBPDatabase> | null = null

function database(): Promise<IDBPDatabase> {
  opened ??= openDB(STORE_NAME, 1, {
    upgrade(db) {
      db.createObjectStore('meta')
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('at', 'at')
    },
    blocking() {
      void closeStore()
    },
    terminated() {
      opened = null
    },
  })
  return opened
}

async function closeStore(): Promise<void> {
  const db = await opened
  opened = null
  db?.close()
}

const ownership = async () => (await (await database()).get('meta', 'ownership')) as Ownership | undefined

export async function ownerOfStore(): Promise<Owner | null> {
  return (await ownership())?.owner ?? null
}

/** The key is deleted first, so that nothing is readable even if the rest fails. */
export async function emptyStore(): Promise<void> {
  const db = await database()
  await db.delete('meta', 'ownership')
  const tx = db.transaction(['meta', 'entries'], 'readwrite')
  await tx.objectStore('entries').clear()
  await tx.objectStore('meta').delete('bytes')
  await tx.done
}

/** Deletes the database too, so that its files are removed from the disk. */
export async function removeStore(): Promise<void> {
  await emptyStore()
  await closeStore()
  await deleteDB(STORE_NAME)
}

/** Assigns the store to `owner` and deletes everything of a former owner. */
export async function claimStore(owner: Owner, now: number): Promise<void> {
  if ((await ownerOfStore()) !== owner) {
    await emptyStore()
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await (await database()).put('meta', { owner, key, salt: crypto.randomUUID() } satisfies Ownership, 'ownership')
  }
  await (await database()).put('meta', now, 'contact')
}

/** Empties the store if the last contact with the server was too long ago; returns whether it did. */
export async function forgetOldStore(now: number): Promise<boolean> {
  const contact = (await (await database()).get('meta', 'contact')) as number | undefined
  if (contact === undefined || now - contact < FORGOTTEN_AFTER) return false
  await emptyStore()
  return true
}

async function seal(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

async function unseal(key: CryptoKey, { iv, data }: Sealed): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data))
}

async function piped(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream) {
  const stream = new Blob([bytes]).stream().pipeThrough(through as unknown as TransformStream)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A stored URL would reveal what was read, so it is hashed. */
async function idOf(salt: string, url: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt} ${url}`))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns false if the store does not belong to `owner`, or changed its owner meanwhile. */
export async function storeFile(
  owner: Owner,
  kind: Kind,
  { url, title, headers, at, body }: StoredFile,
  budget = BUDGET,
): Promise<boolean> {
  const own = await ownership()
  if (own?.owner !== owner) return false
  const head = await seal(own.key, new TextEncoder().encode(JSON.stringify({ url, title, headers } satisfies Head)))
  const content = kind === 'page' ? await piped(body, new CompressionStream('gzip')) : body
  const sealed = await seal(own.key, content)
  const entry: Entry = { id: await idOf(own.salt, url), kind, at, bytes: content.byteLength, head, body: sealed }
  const tx = (await database()).transaction(['meta', 'entries'], 'readwrite')
  // The store may have been emptied or claimed by another owner during the fetch.
  const isSame = ((await tx.objectStore('meta').get('ownership')) as Ownership | undefined)?.salt === own.salt
  if (isSame) {
    const [meta, entries] = [tx.objectStore('meta'), tx.objectStore('entries')]
    const replaced = (await entries.get(entry.id)) as Entry | undefined
    let bytes = ((await meta.get('bytes')) ?? 0) + entry.bytes - (replaced?.bytes ?? 0)
    await entries.put(entry)
    for (let at = bytes > budget ? await entries.index('at').openCursor() : null; at && bytes > budget;) {
      bytes -= (at.value as Entry).bytes
      await at.delete()
      at = await at.continue()
    }
    await meta.put(bytes, 'bytes')
  }
  await tx.done
  return isSame
}

/** The size is stored as a sum, because adding up the sizes would read every file. */
export async function usedBytes(): Promise<number> {
  return ((await (await database()).get('meta', 'bytes')) as number | undefined) ?? 0
}

export async function findFile(url: string): Promise<StoredFile | null> {
  const own = await ownership()
  if (!own) return null
  const entry = (await (await database()).get('entries', await idOf(own.salt, url))) as Entry | undefined
  if (!entry) return null
  const head = JSON.parse(new TextDecoder().decode(await unseal(own.key, entry.head))) as Head
  const content = await unseal(own.key, entry.body)
  const body = entry.kind === 'page' ? await piped(content, new DecompressionStream('gzip')) : content
  return { ...head, at: entry.at, body }
}

/** Lists stored pages, newest first. */
export async function listPages(): Promise<{ url: string; title: string; at: number }[]> {
  const own = await ownership()
  if (!own) return []
  const entries = ((await (await database()).getAll('entries')) as Entry[]).filter(({ kind }) => kind === 'page')
  const heads = await Promise.all(
    entries.map(async ({ at, head }) => {
      const { url, title } = JSON.parse(new TextDecoder().decode(await unseal(own.key, head))) as Head
      return { url, title, at }
    }),
  )
  return heads.sort((a, b) => b.at - a.at)
}

export type Ahead = 0 | 50 | 200 | 500

export async function readAhead(): Promise<Ahead> {
  return ((await (await database()).get('meta', 'ahead')) as Ahead | undefined) ?? 50
}

export async function setAhead(ahead: Ahead): Promise<void> {
  await (await database()).put('meta', ahead, 'ahead')
}

export async function storedAt(url: string): Promise<number | null> {
  const own = await ownership()
  if (!own) return null
  const entry = (await (await database()).get('entries', await idOf(own.salt, url))) as Entry | undefined
  return entry?.at ?? null
}
