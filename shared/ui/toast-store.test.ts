import { beforeEach, expect, test } from 'bun:test'

const storage = new Map<string, string>()

/** The store of a newly loaded page: another instance of the module over the same sessionStorage. */
async function newPage() {
  const store = await import(`./toast-store.ts?page=${crypto.randomUUID()}`)
  return store as typeof import('./toast-store.ts')
}

beforeEach(() => {
  storage.clear()
  globalThis.sessionStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  } as Storage
})

test('a toast is still shown after a reload', async () => {
  const before = await newPage()
  before.showToast({ kind: 'error', text: 'Musisz być zalogowany' })
  const after = await newPage()
  expect(after.currentToasts().map((toast) => toast.text)).toEqual(['Musisz być zalogowany'])
})

test('a dismissed toast does not come back', async () => {
  const before = await newPage()
  before.showToast({ text: 'Zapisano' })
  before.dismissToast(before.currentToasts()[0]!.id)
  expect((await newPage()).currentToasts()).toEqual([])
  expect(storage.size).toBe(0)
})

test('at most the three latest toasts are visible', async () => {
  const page = await newPage()
  for (const text of ['a', 'b', 'c', 'd']) page.showToast({ text })
  expect(page.currentToasts().map((toast) => toast.text)).toEqual(['b', 'c', 'd'])
})

test('two toasts with the same text are shown as one', async () => {
  const page = await newPage()
  page.showToast({ kind: 'error', text: 'Błąd' })
  page.showToast({ kind: 'error', text: 'Błąd' })
  expect(page.currentToasts()).toHaveLength(1)
})

test('malformed data in the storage is not read as a toast', async () => {
  storage.set('toasts', '[null, 3, {"id": "x"}, {"id": "1", "text": "t", "kind": "toString", "created": 9e15}]')
  expect((await newPage()).currentToasts()).toEqual([])
  storage.set('toasts', '{broken')
  expect((await newPage()).currentToasts()).toEqual([])
})

test('a toast is shown also where storage is not available', async () => {
  globalThis.sessionStorage = {
    getItem() {
      throw new Error('shut')
    },
    setItem() {
      throw new Error('shut')
    },
  } as never
  const page = await newPage()
  page.showToast({ text: 'Zapisano' })
  expect(page.currentToasts()).toHaveLength(1)
})

test('a toast without a valid text is not shown', async () => {
  const toast = { id: 'a', text: 'Zapisano', kind: 'info', created: Date.now() }
  const broken = [
    null,
    7,
    'text',
    {},
    { ...toast, action: 7 },
    { ...toast, action: null },
    { ...toast, action: { label: 'Zobacz' } },
    { ...toast, kind: 'other' },
  ]
  storage.set('toasts', JSON.stringify([...broken, { ...toast, action: { label: 'Zobacz', href: '/' } }]))
  expect((await newPage()).currentToasts()).toHaveLength(1)
})
