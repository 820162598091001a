import { expect as expectNow, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { setup as english } from '#shared/i18n/en/setup.ts'
import { setup as t } from '#shared/i18n/pl/setup.ts'
import { adminFrame } from '#shared/i18n/pl/admin-frame.ts'
import { adminSetup as steps } from '#shared/i18n/pl/admin-setup.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const NEW = { NODE_ENV: 'production', SESSION_SECRET: '', ADMIN_PASSWORD: '' }
const site = await startSite(NEW)
const plain = await startSite(NEW)
const PASSWORD = 'Haslo-szefowej-1'

async function codeOf({ log }: typeof site): Promise<string> {
  await expect.poll(() => /with the code ([A-Z\d-]{14})/.exec(log())?.[1]).toBeDefined()
  const [, code] = /with the code ([A-Z\d-]{14})/.exec(log())!
  const [, file] = /The code is also in (.+)/.exec(log())!
  expectNow(await readFile(file!, 'utf8')).toBe(`${code}\n`)
  return code!
}

async function fill(page: Page, text: typeof t, values: Record<string, string>): Promise<void> {
  await page.getByLabel(text.code).fill(values.code!)
  await page.getByLabel(text.siteName).fill(values.site_name!)
  await page.getByLabel(text.username).fill(values.username!)
  await page.getByLabel(text.email).fill(values.email!)
  await page.getByLabel(text.password).fill(values.password!)
}

test('RUN-1,2,14 a new forum is set up, its panel opened by the new account, and its first steps shown', async () => {
  const page = await site.newPage()
  await page.goto('/r/ogrod')
  await expect(page).toHaveURL(/\/setup$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title)
  await site.check(page)
  const code = await codeOf(site)
  const values = { code, site_name: 'Działkowcy', username: 'szefowa', email: 'szefowa@example.org' }
  await fill(page, t, { ...values, username: 'api', password: PASSWORD })
  await page.getByRole('button', { name: t.submit }).click()
  await expect(page.getByText('Ta nazwa jest zastrzeżona. Wybierz inną.')).toBeVisible()
  await expect(page.getByLabel(t.username)).toBeFocused()
  await expect(page.getByLabel(t.code)).toHaveValue(code)
  await expect(page.getByLabel(t.password)).toHaveValue('')
  await site.check(page)
  await fill(page, t, { ...values, password: PASSWORD })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.done.title)
  await site.check(page)

  await page.getByRole('link', { name: t.done.panel }).click()
  await untilHydrated(page)
  await page.getByLabel(adminFrame.login.ownPassword('szefowa')).fill('Zle-haslo-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Nieprawidłowe hasło')
  await page.getByLabel(adminFrame.login.ownPassword('szefowa')).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: steps.title })).toBeVisible()
  await site.check(page)
  await page.getByRole('button', { name: steps.putAsideNamed(steps.items.https.title) }).click()
  await expect(page.getByText(`${steps.aside} (1)`)).toBeVisible()
  await page.getByText(`${steps.aside} (1)`).click()
  await page.getByRole('button', { name: steps.bringBackNamed(steps.items.https.title) }).click()
  await expect(page.getByRole('button', { name: steps.putAsideNamed(steps.items.https.title) })).toBeVisible()
  await page.getByRole('link', { name: steps.items.mail.link! }).click()
  await expect(page).toHaveURL(/settings=mail/)

  const late = await site.newPage({ expectErrors: [/404/] })
  await late.goto('/setup')
  await expect(late.getByRole('heading', { level: 1 })).not.toHaveText(t.title)
  await expect(late.getByText('Działkowcy').first()).toBeVisible()
})

test('RUN-1 the set-up works without JavaScript, in English and on a phone', async () => {
  const page = await plain.newPage({ javaScript: false, lang: 'en', width: 390 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.title)
  await fill(page, english, {
    code: (await codeOf(plain)).toLowerCase(),
    site_name: 'Gardeners',
    username: 'admin',
    email: 'boss@example.org',
    password: PASSWORD,
  })
  await page.getByLabel(english.language).selectOption('en')
  await page.getByRole('button', { name: english.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.done.title)
  await page.getByRole('link', { name: english.done.home }).click()
  await expect(page).toHaveTitle('Gardeners')
  expectNow((await fetch(`${plain.url}/`)).status).toBe(200)
  expectNow(await (await fetch(`${plain.url}/`)).text()).toContain('<html lang="en"')
})
