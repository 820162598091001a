import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { codeOf, passPeriods } from '#server/features/factors/testing/authenticator-app.ts'
import { browserOf, formIn } from '#server/test/forms/browser.ts'
import type { HtmlForm } from '#server/test/forms/html-forms.ts'
import { registration } from '#server/features/auth/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const fieldsOf = ({ fields }: HtmlForm) => Object.fromEntries(fields)
const t = await createTestApp({ REGISTRATION_CHALLENGE: 'on' }, createPages(developmentAssets('http://localhost:5173')))

test('a registration without scripts, which has no proof of work, waits for approval', async () => {
  const browser = await browserOf(t, null)
  const form = formIn(await browser.open('/register'), 'auth.register')
  const now = Date.now()
  t.clock.now = () => new Date(now + 60_000)
  const password = 'Correct-horse-7'
  const typed = { username: 'bez_skryptow', email: 'bez@example.org', password, confirmation: password }
  const sent = await browser.submit(form, { ...typed, age_confirmed: true })
  t.clock.now = () => new Date()
  expect([sent.status, sent.path]).toEqual([200, '/verify-email-sent'])
  const [row] = await t.db.select().from(registration).where(eq(registration.username, 'bez_skryptow'))
  expect(row!.needs_approval).toBe(true)
})

test('the second factor is set up and asked for at login by forms that answer the one before', async () => {
  const password = 'Correct-horse-7'
  const member = await createUser(t.db, { password })
  const browser = await browserOf(t, member)
  const asked = await browser.open('/settings/security?totp=on')
  const shown = await browser.submit(formIn(asked, 'factors.startTotp'), { password })
  expect(shown.status).toBe(200)
  const { secret } = fieldsOf(formIn(shown, 'factors.confirmTotp'))
  expect(secret).not.toBe('')
  const refused = await browser.submit(formIn(shown, 'factors.confirmTotp'), { code: '000000' })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const again = formIn(refused, 'factors.confirmTotp')
  expect(fieldsOf(again).secret).toBe(secret)
  const done = await browser.submit(again, { code: codeOf(t, secret!) })
  const [recovery] = /(?:[0-9a-z]{4}-){2}[0-9a-z]{4}/.exec(done.html.split('recovery-codes')[1]!) ?? []
  expect([done.status, recovery !== undefined]).toEqual([200, true])

  passPeriods(t)
  const login = async () =>
    visitor.submit(formIn(await visitor.open('/login?next=/settings'), 'auth.login'), {
      username: member.username,
      password,
    })
  const visitor = await browserOf(t, null)
  const wrong = await visitor.submit(formIn(await login(), 'factors.secondFactor'), { code: '000000' })
  expect([wrong.status, wrong.alert !== null]).toEqual([401, true])
  const right = await visitor.submit(formIn(wrong, 'factors.secondFactor'), { code: codeOf(t, secret!) })
  expect([right.status, right.path, visitor.cookies.has('session')]).toEqual([200, '/settings', true])

  visitor.cookies.delete('session')
  const byRecovery = await visitor.submit(formIn(await login(), 'factors.secondFactor'), { code: recovery! })
  expect([byRecovery.path, visitor.cookies.has('session')]).toEqual(['/settings', true])
  t.clock.now = () => new Date()
})
