import { test } from 'bun:test'
import { expect, reload, startSite } from '../harness.ts'

const site = await startSite({ SUPPORT_EMAIL: 'pomoc@example.org' })

test('RUN-3,4 an admin changes name and looks of the site in the panel, and all pages show them at once', async () => {
  const page = await site.newPage({ admin: true })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Ustawienia serwisu' }).click()
  await expect(page).toHaveURL(/settings=identity/)
  await expect(page.locator('#setting-contact_email')).toContainText('Ustawione w środowisku serwera: SUPPORT_EMAIL')
  await expect(page.getByLabel('Adres kontaktowy')).toBeDisabled()
  await site.check(page)

  await page.getByLabel('Nazwa serwisu').fill('')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByLabel('Nazwa serwisu')).toBeFocused()
  await expect(page.locator('#setting-site_name')).toContainText('To pole jest wymagane.')
  await page.getByLabel('Nazwa serwisu').fill('Ogród')

  // An unsaved value is kept while another section is open and saved.
  await page.getByRole('link', { name: 'Wygląd' }).click()
  const slider = page.getByRole('slider').first()
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Odcień: 0°')).toBeVisible()
  await page.getByLabel('Rogi').selectOption('square')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.locator('.toast', { hasText: 'Zapisano ustawienia.' })).toBeVisible()
  await site.check(page)
  await page.getByRole('link', { name: 'Tożsamość' }).click()
  await expect(page.getByLabel('Nazwa serwisu')).toHaveValue('Ogród')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByRole('button', { name: 'Przywróć domyślne: Nazwa serwisu' })).toBeVisible()
  await page.getByText('Historia zmian').click()
  await expect(page.getByRole('table', { name: 'Historia zmian' }).locator('tbody tr').first()).toContainText('Ogród')

  const visitor = await site.newPage()
  await visitor.goto('/')
  await expect(visitor).toHaveTitle('Ogród')
  const accent = () => visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
  expect(await accent()).not.toBe('#0e5a53')
  expect(await visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--radius-m'))).toBe(
    '0px',
  )

  await page.getByRole('button', { name: 'Przywróć domyślne: Nazwa serwisu' }).click()
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Nie zapisano jeszcze zmian.')).toHaveCount(0)
  await expect(page.locator('#setting-site_name')).toContainText('Wartość domyślna')
  await reload(visitor)
  await expect(visitor).toHaveTitle('Wątek')
})
