import { test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { createCategory, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród', creator: await createUser(site.db, { username: 'gospodyni' }) })

/** Presses a key until the target has a visible focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
  expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
}

async function enter(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

test('GEN-4 with the keyboard alone one signs up, joins, posts, votes, comments and writes a message', async () => {
  const page = await site.newPage()
  const main = page.getByRole('main')
  await page.goto('/')
  await untilHydrated(page)
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Zarejestruj się' }))
  await type(page, page.getByLabel('Nazwa użytkownika'), 'bez_myszy')
  await type(page, page.getByLabel('E-mail'), 'bez@example.org')
  await type(page, page.getByLabel('Hasło', { exact: true }), 'Tajne1234')
  await type(page, page.getByLabel('Powtórz hasło'), 'Tajne1234')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/verify-email-sent$/)

  const mail = await site.mailTo('bez@example.org')
  await page.goto(mail.links.find((link) => link.includes('/verify-email-login'))!)
  await expect(page).toHaveURL(`${site.url}/`)
  await expect(page.locator('summary', { hasText: 'Menu' })).toBeVisible()
  await untilHydrated(page)

  await enter(page, page.getByRole('navigation', { name: 'Społeczności' }).getByRole('link', { name: /Ogród/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ogród')
  await enter(page, main.getByRole('button', { name: 'Dołącz' }))
  await expect(main.getByRole('button', { name: 'Opuść' })).toBeVisible()
  await enter(page, main.getByRole('link', { name: 'Post', exact: true }))
  await type(page, page.getByLabel('Tytuł'), 'Bez myszy')
  await type(page, page.getByLabel('Treść'), 'Wszystko klawiaturą.')
  await enter(page, page.getByRole('button', { name: 'Opublikuj' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bez myszy')

  const upvote = page.locator('article.post').getByRole('button', { name: 'Głosuj za' })
  await enter(page, upvote)
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await type(page, page.getByLabel('Dodaj komentarz'), 'Dało się.')
  await enter(page, page.getByRole('button', { name: 'Skomentuj' }))
  await expect(page.getByText('Dało się.')).toBeVisible()

  await enter(page, page.locator('summary', { hasText: 'Menu' }), 'Shift+Tab')
  await enter(page, page.locator('summary', { hasText: 'Menu' }).locator('..').getByRole('link', { name: 'Wiadomości' }))
  await type(page, page.getByLabel('Do kogo'), 'gospo')
  await expect(page.getByRole('option', { name: 'gospodyni' })).toBeVisible()
  await page.keyboard.press('Enter')
  await type(page, page.getByLabel('Wiadomość'), 'Piszę bez myszy.')
  await enter(page, page.getByRole('button', { name: 'Wyślij' }))
  await expect(page).toHaveURL('/conversation/gospodyni')
  await expect(page.locator('.message', { hasText: 'Piszę bez myszy.' })).toBeVisible()
})
