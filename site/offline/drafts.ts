import { openText, sealText, VISITOR } from './account-keys.ts'
import { fromBase64, toBase64 } from '#shared/base64.ts'

const PREFIX = 'draft:'

/** The stored draft of one form, encrypted with the account's keys. */
export type DraftSlot = { stored: unknown; save: (values: object) => void; clear: () => void }

const hex = (bytes: Uint8Array) =>
  Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The name of a draft may contain a URL or another member's name, so it is hashed. */
async function slotName(account: string, name: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${account} ${name}`))
  return `${PREFIX}${account}:${hex(new Uint8Array(hash))}`
}

async function read(account: string, slot: string): Promise<unknown> {
  const bytes = fromBase64(localStorage.getItem(slot) ?? '')
  const text = await openText(account, { iv: bytes.slice(0, 12), data: bytes.slice(12).buffer })
  return JSON.parse(text ?? 'null')
}

async function write(account: string, slot: string, values: object, isLatest: () => boolean): Promise<void> {
  const { iv, data } = await sealText(account, JSON.stringify(values))
  // Reading a Blob is asynchronous and would lose a keystroke just before a reload.
  const bytes = new Uint8Array(iv.length + data.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(data), iv.length)
  if (isLatest()) localStorage.setItem(slot, toBase64(bytes))
}

export async function openDraft(account: string, name: string): Promise<DraftSlot> {
  const slot = await slotName(account, name)
  let version = 0
  await takeOver(account, name, slot).catch(() => {})
  await takeFromVisitor(account, name, slot).catch(() => {})
  return {
    stored: await read(account, slot).catch(() => null),
    save(values) {
      version += 1
      const own = version
      // Full or blocked storage must not disturb the form.
      write(account, slot, values, () => own === version).catch(() => {})
    },
    clear() {
      version += 1
      localStorage.removeItem(slot)
    },
  }
}

/** Moves a visitor's draft to the account that signs in afterwards. */
async function takeFromVisitor(account: string, name: string, slot: string): Promise<void> {
  if (account === VISITOR || localStorage.getItem(slot) !== null) return
  const visitorSlot = await slotName(VISITOR, name)
  if (localStorage.getItem(visitorSlot) === null) return
  const typed = (await read(VISITOR, visitorSlot)) as object | null
  if (typed !== null) await write(account, slot, typed, () => localStorage.getItem(slot) === null)
  localStorage.removeItem(visitorSlot)
}

const readableDrafts = (): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && !/^draft:\w+:[0-9a-f]{32}$/.test(key))

export function removeAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}

/** Migrates drafts of earlier versions, which were stored unencrypted and without an account. */
async function takeOver(account: string, name: string, slot: string): Promise<void> {
  const readable = localStorage.getItem(PREFIX + name)
  if (readable === null) return
  if (localStorage.getItem(slot) === null)
    await write(account, slot, JSON.parse(readable) as object, () => localStorage.getItem(PREFIX + name) !== null)
  localStorage.removeItem(PREFIX + name)
}

export async function sealReadableDrafts(account: string): Promise<void> {
  for (const key of readableDrafts()) {
    const name = key.slice(PREFIX.length)
    await takeOver(account, name, await slotName(account, name)).catch(() => {})
  }
}

export function removeReadableDrafts(): void {
  for (const key of readableDrafts()) localStorage.removeItem(key)
}

export function removeDraftsOf(account: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${account}:`)) localStorage.removeItem(key)
}
