import { QUEUED_FILE } from '#shared/rules/queued-calls.ts'
import { openSealed, openText, seal, sealText, type Sealed } from './account-keys.ts'
import { outboxDatabase as database } from './outbox-database.ts'
import type { OutboxStorage, Queued, QueuedFile, Session } from './outbox.ts'

type SealedAction = Sealed & { id: string; account: string; number: number }
type SealedFile = Sealed & { account: string; url: string; name: string; type: string; at: number }

export const outboxStorage: OutboxStorage = {
  async list(account) {
    const rows = (await (await database()).getAllFromIndex('actions', 'account', account)) as SealedAction[]
    const texts = await Promise.all(rows.map((row) => openText(account, row)))
    return texts
      .flatMap((text) => (text === null ? [] : (JSON.parse(text) as Queued)))
      .sort((a, b) => a.number - b.number)
  },
  async put(action) {
    const sealed = await sealText(action.account, JSON.stringify(action))
    const { id, account, number } = action
    await (await database()).put('actions', { id, account, number, ...sealed } satisfies SealedAction)
  },
  async remove(id) {
    await (await database()).delete('actions', id)
  },
  async file(url, account) {
    const found = (await (await database()).get('files', url)) as SealedFile | undefined
    if (found?.account !== account) return null
    const bytes = await openSealed(account, found)
    return bytes && { name: found.name, type: found.type, bytes }
  },
  async removeFile(url) {
    await (await database()).delete('files', url)
  },
}

/** Stores a picture for a queued action and returns its local URL. */
export async function storeFile(account: string, { name, type, bytes }: QueuedFile, at: number): Promise<string> {
  const url = QUEUED_FILE + crypto.randomUUID()
  const sealed = await seal(account, bytes)
  await (await database()).put('files', { url, account, name, type, at, ...sealed } satisfies SealedFile)
  return url
}

/** Deletes pictures that no queued action uses and that were stored before the time `youngest`. */
export async function removeUnusedFiles(account: string, used: Set<string>, youngest: number): Promise<void> {
  const db = await database()
  for (const { url, account: owner, at } of (await db.getAll('files')) as SealedFile[])
    if (owner === account && at < youngest && !used.has(url)) await db.delete('files', url)
}

export async function removeOutboxOf(account: string): Promise<void> {
  const db = await database()
  for (const id of await db.getAllKeysFromIndex('actions', 'account', account)) await db.delete('actions', id)
  await removeUnusedFiles(account, new Set(), Infinity)
}

/** Actions are numbered, so that their order does not depend on the clock. */
export async function nextNumber(): Promise<number> {
  const tx = (await database()).transaction('meta', 'readwrite')
  const number = (((await tx.store.get('number')) as number | undefined) ?? 0) + 1
  await tx.store.put(number, 'number')
  await tx.done
  return number
}

/** Stores the session for the service worker, which cannot read localStorage. */
export async function rememberSession(session: Session | null): Promise<void> {
  await (await database()).put('meta', session, 'session')
}

export async function rememberedSession(): Promise<Session | null> {
  return ((await (await database()).get('meta', 'session')) as Session | null | undefined) ?? null
}
