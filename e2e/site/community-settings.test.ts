import { test } from 'bun:test'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()

test('MOD-7 a founder invites from the settings of a community, the invited member accepts, and steps down again', async () => {
  const [founder, invited, other] = [
    await createUser(site.db, { username: 'zalozycielka' }), await createUser(site.db, { username: 'pomocnik' }), await createUser(site.db, { username: 'ktos_inny' }),
  ]
  const home = await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: founder })
  await joinCategory(site.db, other, home)

  const page = await site.newPage({ signedInAs: founder, width: 390 })
  await page.goto('/r/ogrod')
  await untilHydrated(page)
  await page.locator('main').locator('summary', { hasText: 'Więcej' }).click()
  await page.getByRole('link', { name: 'Ustawienia społeczności' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ustawienia społeczności')
  await page.getByLabel('Nazwa użytkownika').fill('nikt_taki')
  await page.getByRole('button', { name: 'Zaproś' }).click()
  await expect(page.getByRole('alert')).toContainText('Nie znaleziono użytkownika')
  await expect(page.getByLabel('Nazwa użytkownika')).toHaveValue('nikt_taki')
  await page.getByLabel('Nazwa użytkownika').fill('@pomocnik')
  await page.getByRole('button', { name: 'Zaproś' }).click()
  await expect(page.getByText('Zaproszenie dla pomocnik zostało wysłane.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wycofaj zaproszenie: pomocnik' })).toBeVisible()
  await site.check(page)

  const second = await site.newPage({ signedInAs: invited })
  await second.goto('/notifications?filter=moderation')
  await second.getByRole('link', { name: /zalozycielka zaprasza Cię do grona moderatorów/ }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Zaproszenia do moderowania')
  await untilHydrated(second)
  await site.check(second)
  await second.getByRole('button', { name: 'Przyjmij zaproszenie: r/ogrod' }).click()
  await expect(second).toHaveURL(/\/r\/ogrod$/)
  await expect(second.locator('main').getByText('Admin', { exact: true })).toBeVisible()
  await second.goto('/r/ogrod/settings')
  await untilHydrated(second)
  await expect(second.getByRole('listitem').filter({ hasText: 'zalozycielka' })).toContainText('Założyciel')
  await expect(second.getByRole('button', { name: 'Usuń z grona moderatorów: zalozycielka' })).toHaveCount(0)
  await second.getByRole('button', { name: 'Zrezygnuj' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Zrezygnuj' }).click()
  await expect(second).toHaveURL(/\/r\/ogrod$/)

  const stranger = await site.newPage({ signedInAs: other, expectErrors: [/Failed to load resource/] })
  await stranger.goto('/r/ogrod/settings')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('To strona dla moderatorów')
})
