import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { createBrowser } from '#server/test/forms/browser.ts'
import { registration } from '#server/features/auth/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({ REGISTRATION_CHALLENGE: 'on' }, createPages(developmentAssets('http://localhost:5173')))
const newBrowser = () => createBrowser((url, init) => t.request(url, init))

test('a registration without scripts, which has no proof of work, waits for approval', async () => {
  const browser = newBrowser()
  const page = await browser.open('/register')
  const form = page.forms.find(({ call }) => call === 'auth.register')!
  const now = Date.now()
  t.clock.now = () => new Date(now + 60_000)
  const password = 'Correct-horse-7'
  const typed = { username: 'bez_skryptow', email: 'bez@example.org', password, confirmation: password }
  const sent = await browser.submit(page, form, { ...typed, age_confirmed: true })
  t.clock.now = () => new Date()
  expect([sent.status, sent.path]).toEqual([200, '/verify-email-sent'])
  const [row] = await t.db.select().from(registration).where(eq(registration.username, 'bez_skryptow'))
  expect(row!.needs_approval).toBe(true)
})

test('the second factor is set up by the key that the answer to its form shows', async () => {
  const password = 'Correct-horse-7'
  const member = await createUser(t.db, { password })
  const browser = newBrowser()
  browser.cookies.set('session', await t.bearerOf(member))
  const page = await browser.open('/settings/security?totp=on')
  const form = page.forms.find(({ call }) => call === 'factors.startTotp')!
  const shown = await browser.submit(page, form, { password })
  expect(shown.status).toBe(200)
  const confirm = shown.forms.find(({ call }) => call === 'factors.confirmTotp')!
  const secret = confirm.fields.find(({ name }) => name === 'secret')!.value
  expect(secret).not.toBe('')
  const refused = await browser.submit(shown, confirm, { code: '000000' })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const again = refused.forms.find(({ call }) => call === 'factors.confirmTotp')!
  expect(again.fields.find(({ name }) => name === 'secret')!.value).toBe(secret)
})
