import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { dropKeys } from './account-keys.ts'
import { openDraft, removeReadableDrafts, sealReadableDrafts } from './drafts.ts'

const stored: Record<string, string> = {}
const storage = Object.defineProperties(stored, {
  getItem: { value: (key: string) => stored[key] ?? null },
  setItem: { value: (key: string, value: string) => void (stored[key] = value) },
  removeItem: { value: (key: string) => void delete stored[key] },
})
const before = { localStorage: globalThis.localStorage, fetch: globalThis.fetch }
let signedIn = '7'
Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true, writable: true })
globalThis.fetch = (async () => {
  const key = Buffer.alloc(32, Number(signedIn)).toString('base64url')
  return Response.json({ account: signedIn, keys: [key] })
}) as unknown as typeof fetch
afterAll(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: before.localStorage, configurable: true, writable: true })
  globalThis.fetch = before.fetch
})

const DRAFT = { title: 'Ogród zimą' }
const isReadable = () => JSON.stringify(stored).includes('Ogród')

async function untilStored(): Promise<void> {
  while (Object.keys(stored).length === 0) await Bun.sleep(1)
}

beforeEach(async () => {
  signedIn = '7'
  for (const key of Object.keys(stored)) delete stored[key]
  await dropKeys(null)
})

test('OFF-5 a draft is stored encrypted and only its account can read it, also with keys fetched again', async () => {
  const slot = await openDraft('7', 'post')
  slot.save(DRAFT)
  await untilStored()
  expect(isReadable()).toBe(false)
  await dropKeys(null)
  expect((await openDraft('7', 'post')).stored).toEqual(DRAFT)
  signedIn = '8'
  expect((await openDraft('8', 'post')).stored).toBeNull()
})

test('OFF-5 an unencrypted draft of an earlier version is migrated when its form opens', async () => {
  stored['draft:post'] = JSON.stringify(DRAFT)
  expect((await openDraft('7', 'post')).stored).toEqual(DRAFT)
  expect(isReadable()).toBe(false)
})

test('OFF-5 all unencrypted drafts are migrated when a page starts', async () => {
  stored['draft:message:12'] = JSON.stringify(DRAFT)
  await sealReadableDrafts('7')
  expect(isReadable()).toBe(false)
  expect((await openDraft('7', 'message:12')).stored).toEqual(DRAFT)
})

test('OFF-5 an unencrypted draft is kept while the keys cannot be fetched, and signing out deletes it', async () => {
  stored['draft:post'] = JSON.stringify(DRAFT)
  signedIn = '8'
  await sealReadableDrafts('7')
  expect(isReadable()).toBe(true)
  removeReadableDrafts()
  expect(isReadable()).toBe(false)
})

test("CMT-9 a visitor's draft moves to the account that signs in next, and to no other", async () => {
  const slot = await openDraft('visitor', 'post')
  slot.save(DRAFT)
  await untilStored()
  expect((await openDraft('7', 'post')).stored).toEqual(DRAFT)
  expect((await openDraft('visitor', 'post')).stored).toBeNull()
  signedIn = '8'
  expect((await openDraft('8', 'post')).stored).toBeNull()
})

test('clearing a draft also cancels a save that is being encrypted', async () => {
  const slot = await openDraft('7', 'post')
  slot.save(DRAFT)
  slot.clear()
  await Bun.sleep(20)
  expect(stored).toEqual({})
})
