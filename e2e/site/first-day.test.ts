import { test } from 'bun:test'
import { createCategory, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
await createCategory(site.db, {
  name: 'ogrod',
  display_name: 'Ogród',
  creator: await createUser(site.db, { username: 'gospodyni' }),
})

test('GEN-1,4 FRAME-6 a newcomer signs up, joins a community, posts, comments, votes and logs out', async () => {
  const page = await site.newPage()
  await page.goto('/')
  await untilHydrated(page)
  await page.getByRole('link', { name: 'Zarejestruj się' }).click()
  await page.getByLabel('Nazwa użytkownika').fill('nowa_osoba')
  await page.getByLabel('E-mail').fill('nowa@example.org')
  await page.getByLabel('Hasło', { exact: true }).fill('Tajne1234')
  await page.getByLabel('Powtórz hasło').fill('Tajne1234')
  await page.getByLabel('Mam co najmniej 13 lat').check()
  await page.locator('main').getByRole('button', { name: 'Zarejestruj się' }).click()
  await expect(page).toHaveURL(/\/verify-email-sent$/)

  const mail = await site.mailTo('nowa@example.org')
  await page.goto(mail.links.find((link) => link.includes('/verify-email-login'))!)
  await expect(page).toHaveURL(`${site.url}/`)
  await expect(page.getByRole('link', { name: /Wiadomości/ }).first()).toBeVisible()

  await page.goto('/r/ogrod')
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Dołącz' }).click()
  await page.getByRole('link', { name: 'Post', exact: true }).click()
  await page.getByLabel('Tytuł').fill('Mój pierwszy wpis')
  await page.getByLabel('Treść').fill('Dzień **dobry** wszystkim.')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mój pierwszy wpis' })).toBeVisible()
  await expect(page.locator('.prose strong')).toHaveText('dobry')

  await page.getByLabel('Dodaj komentarz').fill('Sama sobie odpowiem.')
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(page.getByText('Sama sobie odpowiem.')).toBeVisible()
  await page.getByRole('button', { name: 'Głosuj za' }).first().click()
  await reload(page)
  await untilHydrated(page)
  await expect(page.getByRole('button', { name: 'Głosuj za' }).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Sama sobie odpowiem.')).toBeVisible()

  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('button', { name: 'Wyloguj się' }).click()
  await expect(page.getByRole('link', { name: 'Zarejestruj się' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
