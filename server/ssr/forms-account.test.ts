import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { codeOf, passPeriods } from '#server/features/factors/testing/authenticator-app.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { browserOf, formIn, type HtmlPage } from '#server/test/forms/browser.ts'
import type { HtmlForm } from '#server/test/forms/html-forms.ts'
import { registration } from '#server/features/auth/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const fieldsOf = ({ fields }: HtmlForm) => Object.fromEntries(fields)
const t = await createTestApp({ REGISTRATION_CHALLENGE: 'on' }, createPages(developmentAssets('http://localhost:5173')))

test('a registration without JavaScript, which has no proof of work, waits for approval', async () => {
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

test('FORM-2 a repeated password that is empty or differs is refused at its field and not shown again', async () => {
  const browser = await browserOf(t, null)
  const form = formIn(await browser.open('/register'), 'auth.register')
  const now = Date.now()
  t.clock.now = () => new Date(now + 60_000)
  const [password, other] = ['Correct-horse-7', 'Correct-horse-8']
  const typed = { username: 'pomylka', email: 'pomylka@example.org', age_confirmed: true }
  const issueOf = async (passwords: { password: string; confirmation: string }) => {
    const { status, html } = await browser.submit(form, { ...typed, ...passwords })
    expect([password, other].filter((secret) => html.includes(secret))).toEqual([])
    const [input = ''] = /<input[^>]* name="confirmation"[^>]*>/.exec(html) ?? []
    const [, id] = / id="([^"]+)"/.exec(input)!
    const [, error] =
      html
        .split(`id="${id}-error"`)[1]!
        .split('</div>')[0]!
        .match(/<span>([^<]*)/) ?? []
    return [status, input.includes('aria-invalid="true"'), error]
  }
  expect(await issueOf({ password: '', confirmation: '' })).toEqual([422, true, 'To pole jest wymagane.'])
  expect(await issueOf({ password: 'weak', confirmation: other })).toEqual([422, true, 'Hasła się nie zgadzają'])
  for (const confirmation of ['', other])
    expect(await issueOf({ password, confirmation })).toEqual([422, true, 'Hasła się nie zgadzają'])
  t.clock.now = () => new Date()
  expect(await t.db.select().from(registration).where(eq(registration.username, 'pomylka'))).toEqual([])

  const member = await createUser(t.db, { password })
  const own = await browserOf(t, member)
  const change = formIn(await own.open('/settings/security'), 'account.changePassword')
  const mistyped = await own.submit(change, { password, new_password: other, confirmation: password })
  expect([mistyped.status, mistyped.html.includes('Hasła się nie zgadzają')]).toEqual([422, true])
  const empty = await own.submit(change, { password: '', new_password: 'weak', confirmation: 'weak' })
  expect(
    empty.html.match(/<input[^>]* aria-invalid="true"[^>]*>/g)!.map((input) => / name="(\w+)"/.exec(input)![1]),
  ).toEqual(['password', 'new_password'])
})

test('two-step login is set up and asked for at login by consecutive forms', async () => {
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

test('an avatar is previewed, saved and removed without JavaScript', async () => {
  const member = await createUser(t.db)
  const browser = await browserOf(t, member)
  const settings = '/settings/profile'
  const pictureForm = (page: HtmlPage) =>
    browser.formIn({ forms: page.forms.filter(({ fileFields }) => fileFields.length > 0) }, 'users.editMe')
  const picture = new File([Uint8Array.from(makePng(64, 10))], 'ja.png', { type: 'image/png' })
  const shown = await browser.submit(pictureForm(await browser.open(settings)), { avatar_url: picture })
  expect([shown.status, fieldsOf(pictureForm(shown)).avatar_url?.startsWith('/media/')]).toEqual([200, true])
  const saved = await browser.submit(pictureForm(shown))
  const avatarOf = async () => (await (await t.as(member)).users.me()).avatar_url
  expect([saved.path, await avatarOf()]).toEqual([settings, fieldsOf(pictureForm(shown)).avatar_url!])
  await browser.submit(formIn(saved, 'users.editMe', { avatar_url: '' }))
  expect(await avatarOf()).toBeNull()
})

test('a picture in a message is previewed before sending without JavaScript', async () => {
  const [member, friend] = [await createUser(t.db), await createUser(t.db)]
  const browser = await browserOf(t, member)
  const form = formIn(await browser.open(`/conversation/${friend.username}`), 'messages.send')
  const picture = new File([Uint8Array.from(makePng(64, 12))], 'kot.png', { type: 'image/png' })
  const shown = await browser.submit(form, { content: 'Zobacz', image_url: [picture] })
  const again = formIn(shown, 'messages.send')
  expect([shown.status, fieldsOf(again).content]).toEqual([200, 'Zobacz'])
  await browser.submit(again)
  const { messages } = await (await t.as(friend)).messages.list({})
  expect(messages[0]).toMatchObject({ content: 'Zobacz', image_url: fieldsOf(again).image_url })
})

test('language and theme are chosen without JavaScript, but not by forms of other sites', async () => {
  const browser = await browserOf(t, null)
  const preferences = (page: HtmlPage) => page.forms.find(({ action }) => action === '/act/preferences')!
  const press = async (value: string) => {
    const form = preferences(await browser.open('/login'))
    return browser.submit(
      form,
      {},
      form.buttons.find((button) => button.value === value),
    )
  }
  expect((await browser.open('/')).html).toContain('data-theme="light"')
  const dark = await press('dark')
  expect([dark.path, dark.html.includes('data-theme="dark"')]).toEqual(['/login', true])
  expect((await browser.open('/')).html).toContain('data-theme="dark"')
  expect((await press('en')).html).toContain('<html lang="en"')
  expect((await press('light')).html).toContain('data-theme="light"')
  const body = new URLSearchParams({ theme: 'dark' })
  const headers = { 'sec-fetch-site': 'cross-site' }
  const forged = await t.request('/act/preferences', { method: 'POST', body, headers })
  expect([forged.status, forged.headers.getSetCookie().length]).toEqual([403, 0])
})
