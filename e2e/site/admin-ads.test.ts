import { test } from 'bun:test'
import type { Page } from 'playwright'
import { adminToken } from '#server/features/auth/table.ts'
import { auditLog } from '#server/features/audit/table.ts'
import { ad, adDay } from '#server/features/ads/table.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ ADS: 'own' })
const author = await createUser(site.db)
const garden = await createCategory(site.db, { name: 'ogrod', creator: author })
await createCategory(site.db, { name: 'noc', is_nsfw: true, creator: author })

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function chooseCommunity(page: Page, name: string): Promise<void> {
  await field(page, 'Społeczności').fill(name)
  await page.getByRole('button', { name: 'Dodaj społeczność' }).click()
}

test('ADS-10 an admin opens the ads from the dashboard and adds one with picture, communities and dates', async () => {
  const page = await site.newPage({ admin: true, width: 1280 })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Reklamy' }).click()
  await expect(page.getByText('Nie ma jeszcze reklam')).toBeVisible()
  await page.getByRole('button', { name: 'Dodaj reklamę' }).click()

  await field(page, 'Tytuł').fill('Nasiona')
  await field(page, 'Adres').fill('http://example.org/')
  await field(page, 'Waga').fill('11')
  await chooseCommunity(page, 'nieistniejaca')
  await expect(page.getByText('Nie ma społeczności o takiej nazwie.')).toBeVisible()
  await chooseCommunity(page, 'r/Ogrod')
  await expect(field(page, 'Społeczności')).toHaveValue('')
  await chooseCommunity(page, 'noc')
  await expect(page.getByRole('list', { name: 'Wybrane społeczności' })).toHaveText(/r\/ogrod.*r\/noc/)
  await page.getByRole('button', { name: 'Usuń z wybranych: r/noc' }).click()
  await field(page, 'Początek').fill('2026-03-02T08:00')
  await field(page, 'Koniec').fill('2026-03-01T08:00')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Wybierz obraz' }).click(),
  ])
  await chooser.setFiles({ name: 'nasiona.png', mimeType: 'image/png', buffer: makePng(80, 80) })
  await expect(page.getByRole('img', { name: 'Podgląd obrazu reklamy' })).toBeVisible()
  await page.getByRole('button', { name: 'Dodaj reklamę' }).click()
  await expect(field(page, 'Adres')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Waga')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Adres')).toBeFocused()
  await site.check(page)

  await field(page, 'Adres').fill('https://example.org/nasiona')
  await field(page, 'Waga').fill('4')
  await page.getByRole('button', { name: 'Dodaj reklamę' }).click()
  await expect(page.getByText('Koniec musi być po początku.')).toBeVisible()
  await field(page, 'Koniec').fill('')
  await page.getByRole('button', { name: 'Dodaj reklamę' }).click()
  await expect(toast(page, 'Reklama zapisana')).toBeVisible()
  const [row] = await site.db.select().from(ad)
  expect(row).toMatchObject({ name: 'Nasiona', category_ids: [garden.id], weight: 4, ends_at: null, is_enabled: true })
  expect(row!.image_url).toMatch(/^\/media\/i\//)
  await expect(rowOf(page, 'Nasiona')).toContainText('r/ogrod')
})

test("ADS-10 an admin sees an ad's views and clicks, and edits, disables and deletes it; all is audited", async () => {
  await site.db.delete(ad)
  const [made] = await site.db
    .insert(ad)
    .values({
      name: 'Zima',
      title: 'Noże kuchenne',
      text: 'Ostrzone ręcznie.',
      url: 'https://shop.example/',
      variant: 'both',
      starts_at: new Date('2026-01-01T00:00:30Z'),
      is_enabled: true,
      weight: 1,
    })
    .returning()
  await site.db.insert(adDay).values([
    { ad_id: made!.id, day: '2026-03-01', views: 1200, clicks: 3 },
    { ad_id: made!.id, day: '2026-03-02', views: 34, clicks: 4 },
  ])
  const page = await site.newPage({ admin: true, width: 390 })
  await page.goto('/admin?tab=dashboard&section=ads')
  const row = rowOf(page, 'Noże kuchenne')
  await expect(row).toContainText(/1\s?234/)
  await expect(row).toContainText('7')
  await expect(row).toContainText('wyświetlana')
  await row.getByRole('button', { name: 'Wyłącz reklamę „Zima”' }).click()
  await expect(row).toContainText('wyłączona')
  await site.check(page)
  await row.getByRole('button', { name: 'Zmień reklamę „Zima”' }).click()
  await field(page, 'Tekst').fill('Ostrzone w Nowym Targu.')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(toast(page, 'Reklama zapisana')).toBeVisible()
  const [changed] = await site.db.select().from(ad)
  expect(changed).toMatchObject({ text: 'Ostrzone w Nowym Targu.', is_enabled: false, starts_at: made!.starts_at })
  await row.getByRole('button', { name: 'Usuń reklamę „Zima”' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1234 wyświetlenia, 7 kliknięć')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(page.getByText('Nie ma jeszcze reklam')).toBeVisible()
  const log = await site.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id)
  expect(log.slice(-3)).toEqual([{ action: 'ad.edit' }, { action: 'ad.edit' }, { action: 'ad.delete' }])
})

test('ADS-10 typed text of an ad survives a reload, a change of tabs and an ended panel session', async () => {
  const page = await site.newPage({ admin: true, expectErrors: [/401/] })
  await page.goto('/admin?tab=dashboard&section=ads&ad=new')
  await field(page, 'Tytuł').fill('Miód z pasieki')
  await page.reload()
  await expect(field(page, 'Tytuł')).toHaveValue('Miód z pasieki')
  await page.getByRole('tab', { name: 'Użytkownicy' }).click()
  await page.goBack()
  await expect(field(page, 'Tytuł')).toHaveValue('Miód z pasieki')
  await site.db.delete(adminToken)
  // Another request of the panel may have been refused before, and then the login opens by itself. In this case the
  // button disappears before the click, so a failed click is ignored.
  const pressed = page.getByRole('button', { name: 'Dodaj reklamę' }).click()
  await Promise.race([pressed.catch(() => {}), page.waitForURL(/\/admin\/login/)])
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Miód')
  await untilHydrated(page)
  await page.getByLabel('Hasło administratora').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj' }).click()
  await expect(page).toHaveURL(/\/admin(?!\/login)/)
  await page.goto('/admin?tab=dashboard&section=ads&ad=new')
  await expect(field(page, 'Tytuł')).toHaveValue('Miód z pasieki')
})
