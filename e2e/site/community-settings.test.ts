import { test } from 'bun:test'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()

test("MOD-7 a founder invites in a community's settings; the invited member accepts, then steps down", async () => {
  const [founder, invited, other] = [
    await createUser(site.db, { username: 'zalozycielka' }),
    await createUser(site.db, { username: 'pomocnik' }),
    await createUser(site.db, { username: 'ktos_inny' }),
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

test('MOD-8 WRITE-4 settings, rules and flairs are saved separately, keep typed text, and are shown', async () => {
  const founder = await createUser(site.db, { username: 'kucharka' })
  const reader = await createUser(site.db, { username: 'gosc' })
  const home = await createCategory(site.db, { name: 'kuchnia', display_name: 'Kuchnia', creator: founder })
  await joinCategory(site.db, reader, home)
  const page = await site.newPage({ signedInAs: founder, width: 390 })
  await page.goto('/r/kuchnia/settings')
  await untilHydrated(page)

  const part = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const look = part('Wygląd')
  await look.getByLabel('Nazwa wyświetlana').fill('Kuchnia domowa')
  await expect(look.getByLabel(/^Baner/)).toBeHidden()
  await look.getByText('Ikona i baner').click()
  await look.getByLabel(/^Baner/).fill('javascript:alert(1)')
  await look.getByText('Ikona i baner').click()
  await expect(look.getByLabel(/^Baner/)).toBeHidden()
  await look.getByRole('button', { name: 'Zapisz wygląd' }).click()
  await expect(look.getByText('Podaj adres https albo prześlij obrazek.')).toBeVisible()
  await expect(look.getByLabel(/^Baner/)).toBeFocused()
  await expect(look.getByLabel('Nazwa wyświetlana')).toHaveValue('Kuchnia domowa')
  await look.getByLabel(/^Baner/).fill('')
  await look
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'baner.png', mimeType: 'image/png', buffer: Buffer.from(makePng(800, 200)) })
  await expect(look.getByRole('img')).toBeVisible()
  await look.getByRole('button', { name: 'Zapisz wygląd' }).click()
  await expect(look.getByText('Zapisano.')).toBeVisible()

  const rules = part('Zasady')
  for (const [at, title] of ['Na temat', 'Bądź miły'].entries()) {
    await rules.getByRole('button', { name: 'Dodaj zasadę' }).click()
    await rules.getByLabel(`Zasada ${at + 1}`, { exact: true }).fill(title)
  }
  await rules.getByLabel('Opis zasady 2').fill('Zawsze.')
  await rules.getByRole('button', { name: 'Przesuń wyżej: Bądź miły' }).click()
  await reload(page)
  await untilHydrated(page)
  await expect(rules.getByLabel('Zasada 1', { exact: true })).toHaveValue('Bądź miły')
  await rules.getByRole('button', { name: 'Zapisz zasady' }).click()
  await expect(rules.getByText('Zapisano.')).toBeVisible()

  const flairs = part('Etykiety')
  await flairs.getByRole('button', { name: 'Dodaj etykietę' }).click()
  await flairs.getByRole('button', { name: 'Zapisz etykiety' }).click()
  await expect(flairs.getByRole('alert')).toHaveText('Każda etykieta musi mieć nazwę.')
  await flairs.getByLabel('Etykieta 1', { exact: true }).fill('Przepis')
  await flairs.getByLabel('Kolor etykiety 1').selectOption('green')
  await flairs.getByRole('button', { name: 'Zapisz etykiety' }).click()
  await expect(flairs.getByText('Zapisano.')).toBeVisible()

  const writing = part('Pisanie i głosy')
  await writing.getByLabel(/^Głosy w dół/).uncheck()
  await writing.getByRole('button', { name: 'Zapisz zasady pisania' }).click()
  await expect(writing.getByText('Zapisano.')).toBeVisible()
  await site.check(page)

  const guest = await site.newPage({ signedInAs: reader, width: 390 })
  await guest.goto('/submit?community=kuchnia')
  await untilHydrated(guest)
  await guest.getByLabel('Tytuł').fill('Zupa z dyni')
  await guest.getByLabel(/^Etykieta/).selectOption('Przepis')
  await guest.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(guest).toHaveURL(/\/post\/\d+/)
  await createPost(site.db, { category: home, title: 'Bez etykiety' })

  await guest.goto('/r/kuchnia')
  await untilHydrated(guest)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Kuchnia domowa')
  await expect(guest.locator('.category-banner')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Głosuj za' })).toHaveCount(2)
  await expect(guest.getByRole('button', { name: 'Głosuj przeciw' })).toHaveCount(0)
  await guest.locator('summary', { hasText: 'O społeczności' }).click()
  await expect(guest.locator('.about').getByRole('listitem').first()).toHaveText('Bądź miłyZawsze.')
  await expect(guest.locator('.about').getByRole('link', { name: 'u/kucharka' })).toBeVisible()
  await site.check(guest)
  await guest.getByRole('article').getByRole('link', { name: 'Przepis' }).click()
  await expect(guest).toHaveURL(/\/r\/kuchnia\?flair=\d+$/)
  await expect(guest.getByRole('article')).toHaveCount(1)
  await expect(guest.getByRole('link', { name: 'Zupa z dyni' })).toBeVisible()
  await guest.getByRole('navigation', { name: 'Filtr etykiet' }).getByRole('link', { name: 'Wszystkie' }).click()
  await expect(guest.getByRole('article')).toHaveCount(2)
})
