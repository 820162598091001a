import { paths } from '#shared/paths.ts'
import { fromBase64 } from '#shared/base64.ts'
import { outboxDatabase as database } from './outbox-database.ts'
import type { Session } from './outbox.ts'

/** This module encrypts queued actions and drafts with keys from the server, which scripts cannot export. */

export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** Owner of drafts typed while nobody is signed in. */
export const VISITOR = 'visitor'
const AES = { name: 'AES-GCM', length: 256 } as const
const USES = ['encrypt', 'decrypt'] as const

const loading = new Map<string, Promise<CryptoKey[]>>()

async function fetchKeys(account: string): Promise<CryptoKey[]> {
  // The service worker has no localStorage.
  const page = globalThis as { localStorage?: { getItem: (key: string) => string | null } }
  const stored = page.localStorage?.getItem('token')
  const token = stored ?? ((await (await database()).get('meta', 'session')) as Session | null | undefined)?.token
  const answer = await fetch(paths.browserKeys(), {
    credentials: 'include',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  if (!answer.ok) throw new Error(`The keys of the account were answered with ${answer.status}`)
  const body = (await answer.json()) as { account: string; keys: string[] }
  if (body.account !== account) throw new Error('Another account is signed in')
  return Promise.all(body.keys.map((key) => crypto.subtle.importKey('raw', fromBase64(key), AES, false, USES)))
}

async function loadKeys(account: string): Promise<CryptoKey[]> {
  const db = await database()
  const known = (await db.get('keys', account)) as CryptoKey[] | CryptoKey | undefined
  if (known) return [known].flat()
  const made = account === VISITOR ? [await crypto.subtle.generateKey(AES, false, USES)] : await fetchKeys(account)
  const tx = db.transaction('keys', 'readwrite')
  // Another tab may have stored a key first.
  const first = (await tx.store.get(account)) as CryptoKey[] | undefined
  if (!first) await tx.store.put(made, account)
  await tx.done
  return first ?? made
}

/** The first key encrypts, all decrypt. Without a network, rejects if the keys are not stored yet. */
export function keysOf(account: string): Promise<CryptoKey[]> {
  const known = loading.get(account)
  if (known) return known
  const keys = loadKeys(account)
  loading.set(account, keys)
  keys.catch(() => loading.delete(account))
  return keys
}

/** Deletes the keys of all accounts but `except`, which makes the data of these accounts unreadable. */
export async function dropKeys(except: string | null): Promise<void> {
  const db = await database()
  for (const account of (await db.getAllKeys('keys')) as string[])
    if (account !== except && account !== VISITOR) {
      loading.delete(account)
      await db.delete('keys', account)
    }
}

export async function seal(account: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, (await keysOf(account))[0]!, bytes) }
}

/** Returns null if no key decrypts the text, so that one unreadable text does not block others. */
export async function openSealed(account: string, { iv, data }: Sealed): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const key of await keysOf(account)) {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => null)
    if (bytes) return new Uint8Array(bytes)
  }
  return null
}

export const sealText = (account: string, text: string): Promise<Sealed> =>
  seal(account, new TextEncoder().encode(text))

export async function openText(account: string, sealed: Sealed): Promise<string | null> {
  const bytes = await openSealed(account, sealed)
  return bytes && new TextDecoder().decode(bytes)
}
