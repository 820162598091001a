import { afterAll, beforeEach, expect, test } from 'bun:test'
import { toBase64 } from '#shared/base64.ts'
import { storedForm } from './stored-form.ts'

const stored = new Map<string, string>()
const before = globalThis.sessionStorage
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
}
Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true, writable: true })
afterAll(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: before, configurable: true, writable: true })
})
beforeEach(() => stored.clear())

const [ada, ben] = [toBase64(new Uint8Array(32).fill(1)), toBase64(new Uint8Array(32).fill(2))]
const TYPED = { title: 'Miód z pasieki' }

test('OFF-5 what staff typed is stored encrypted, and only the keys of the same person decrypt it', async () => {
  await storedForm('panel / ad new', [ada]).write(TYPED)
  expect(stored.size).toBe(1)
  expect(JSON.stringify([...stored])).not.toContain('Miód')
  expect(await storedForm('panel / ad new', [ben]).read()).toBeNull()
  expect(await storedForm('panel / ad new', [ben, ada]).read()).toEqual(TYPED)
})

test('an unencrypted form stored by an earlier version is ignored', async () => {
  stored.set('panel / ad new', JSON.stringify(TYPED))
  expect(await storedForm('panel / ad new', [ada]).read()).toBeNull()
})

test('removing a stored form also cancels a write that is being encrypted', async () => {
  const form = storedForm('panel / ad new', [ada])
  const writing = form.write(TYPED)
  form.remove()
  await writing
  expect(stored.size).toBe(0)
})
