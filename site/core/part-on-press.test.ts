import { afterEach, expect, test } from 'bun:test'
import { currentToasts, dismissToast } from '#shared/ui/toast-store.ts'
import { partOnPress } from './part-on-press.ts'

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
})

test('the code of a part is loaded on the first click and reused by later ones', async () => {
  let loads = 0
  const form = partOnPress(async () => `form ${(loads += 1)}`)
  expect([form.part, loads]).toEqual([null, 0])
  const shown: (string | null)[] = []
  const show = () => shown.push(form.part)
  form.open(show, 'failed')
  expect(shown).toEqual([])
  await Bun.sleep(0)
  form.open(show, 'failed')
  expect(shown).toEqual(['form 1', 'form 1'])
})

test('a part whose code cannot be loaded shows an error, and the next click retries', async () => {
  let isOnline = false
  const form = partOnPress(async () => {
    if (!isOnline) throw new Error('offline')
    return 'form'
  })
  const shown: (string | null)[] = []
  const press = () => form.open(() => shown.push(form.part), 'It did not load')
  press()
  await Bun.sleep(0)
  expect(currentToasts().map(({ text }) => text)).toEqual(['It did not load'])
  isOnline = true
  press()
  await Bun.sleep(0)
  expect(shown).toEqual(['form'])
})
