import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()

/** Returns labels of options that a closed select would truncate. */
const cutOff = (page: Page) =>
  page.locator('.editable__row--condition select').evaluateAll((lists) =>
    (lists as HTMLSelectElement[]).flatMap((list) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(list)
      const context = document.createElement('canvas').getContext('2d')!
      context.font = font
      const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return [...list.options].map(({ text }) => text).filter((text) => context.measureText(text).width > room)
    }),
  )

/** Counts the lines in which the fields of the last condition are shown. */
const linesOf = (page: Page) =>
  page
    .locator('.editable__row--condition')
    .last()
    .evaluate(
      (row) =>
        new Set([...row.querySelectorAll('select, input')].map((part) => Math.round(part.getBoundingClientRect().top)))
          .size,
    )

test('MOD-9 a moderator builds a filter and tests it on earlier texts, and it matches the next post', async () => {
  const [moderator, author] = [await createUser(site.db), await createUser(site.db, { username: 'sprzedawca' })]
  const home = await createCategory(site.db, { name: 'rowery', creator: moderator })
  await joinCategory(site.db, author, home)
  for (const title of ['Sprzedam ramę', 'Sprzedam koła', 'Wycieczka za miasto'])
    await createPost(site.db, { author, category: home, title })

  const page = await site.newPage({ signedInAs: moderator, width: 360 })
  await page.goto('/r/rowery/settings')
  await untilHydrated(page)
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Filtry', exact: true }) })
  await expect(part.getByText('Nie ma jeszcze filtrów.')).toBeVisible()
  await part.getByRole('button', { name: 'Dodaj filtr' }).click()
  await expect(part.getByRole('heading', { name: 'Nowy filtr' })).toBeFocused()
  await part.getByLabel('Nazwa filtra').fill('Ogłoszenia')
  await part.getByLabel('Warunek 1: co sprawdzić').selectOption('title')
  await part.getByLabel('Warunek 1: jak porównać').selectOption('regex')
  expect(await cutOff(page)).toEqual([])
  await part.getByRole('button', { name: 'Zapisz filtr' }).click()
  await expect(part.getByRole('alert')).toHaveText('Uzupełnij wartość warunku 1.')
  expect(await linesOf(page)).toBe(3)
  await part.getByLabel('Warunek 1: wartość').fill('^(sprzedam')
  await part.getByRole('button', { name: 'Sprawdź na dotychczasowych treściach' }).click()
  await expect(part.getByRole('alert')).toContainText('Tego wyrażenia regularnego nie da się użyć')
  await part.getByLabel('Warunek 1: wartość').fill('^(sprzedam|kupię)')
  await part.getByRole('button', { name: 'Dodaj warunek konieczny' }).click()
  await part.getByLabel('Warunek 1: co sprawdzić').selectOption('author_karma')
  await part.getByLabel('Warunek 1: jak porównać').selectOption('less')
  await part.getByLabel('Warunek 1: wartość').fill('50')
  await reload(page)
  await untilHydrated(page)
  await expect(part.getByLabel('Warunek 2: wartość')).toHaveValue('^(sprzedam|kupię)')
  await part.getByRole('button', { name: 'Sprawdź na dotychczasowych treściach' }).click()
  await expect(part.getByRole('status')).toHaveText('Sprawdzono 3 treści. Filtr objąłby 2 treści.')
  await expect(part.getByRole('region', { name: 'Najnowsze z nich' }).getByRole('listitem')).toHaveCount(2)
  await site.check(page)
  await part.getByRole('button', { name: 'Zapisz filtr' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Ten filtr objąłby 2 z 3 treści z ostatniego tygodnia')
  await question.getByRole('button', { name: 'Włącz filtr' }).click()
  await expect(part.getByRole('status')).toHaveText('Filtr „Ogłoszenia” został zapisany.')

  const writer = await site.newPage({ signedInAs: author, width: 390 })
  const publish = async (title: string) => {
    await writer.goto('/submit?community=rowery')
    await untilHydrated(writer)
    await writer.getByLabel('Tytuł').fill(title)
    await writer.getByRole('button', { name: 'Opublikuj' }).click()
    await expect(writer.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await publish('Sprzedam siodełko')
  await expect(writer.getByText('Czeka na moderatora').first()).toBeVisible()

  await reload(page)
  await untilHydrated(page)
  await expect(part.getByText('Trafienia w ostatnich 30 dniach: 1')).toBeVisible()
  await part.getByRole('button', { name: 'Wyłącz filtr: Ogłoszenia' }).click()
  await expect(part.getByRole('status')).toHaveText('Filtr „Ogłoszenia” jest wyłączony.')
  await publish('Sprzedam dzwonek')
  await expect(writer.getByText('Czeka na moderatora')).toHaveCount(0)
  await part.getByRole('button', { name: 'Usuń filtr: Ogłoszenia' }).click()
  await question.getByRole('button', { name: 'Usuń' }).click()
  await expect(part.getByText('Nie ma jeszcze filtrów.')).toBeVisible()
})

test('MOD-9 an admin manages the filters of the site and of a community in the panel', async () => {
  await createCategory(site.db, { name: 'kawa' })
  const page = await site.newPage({ admin: true, lang: 'en', width: 1280, dark: true })
  await page.goto('/admin?tab=categories')
  await page.getByRole('button', { name: 'Filters of the whole site' }).click()
  await expect(page.getByRole('heading', { name: 'Filters of the whole site' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByLabel('Name of the filter').fill('Newcomers with links')
  await page.getByLabel('What it does').selectOption('report')
  await page.getByLabel('Condition 1: look at').selectOption('is_first_post')
  await page.getByRole('button', { name: 'Add a required condition' }).click()
  await page.getByLabel('Condition 1: look at').selectOption('links')
  await page.getByLabel('Condition 1: compare').selectOption('more')
  await page.getByLabel('Condition 1: value').fill('2')
  await page.getByRole('button', { name: 'Save the filter' }).click()
  await expect(page.getByText('The filter “Newcomers with links” has been saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit the filter: Newcomers with links' }).click()
  await expect(page.getByLabel('Condition 1: value')).toHaveValue('2')
  await expect(page.getByLabel('Condition 2: look at')).toHaveValue('is_first_post')
  await page.getByLabel('Condition 2: look at').selectOption('title')
  await expect(page.getByLabel('Condition 2: compare')).toBeVisible()
  expect(await cutOff(page)).toEqual([])
  expect(await linesOf(page)).toBe(2)
  await page.getByLabel('Condition 2: look at').selectOption('is_first_post')
  await site.check(page)
  await page.getByLabel('Name of the filter').fill('Links of newcomers')
  await page.getByRole('button', { name: 'Save the filter' }).click()
  await expect(page.getByText('Links of newcomers', { exact: true })).toBeVisible()

  await page.goto('/admin?tab=categories&community=kawa')
  await expect(page.getByRole('heading', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page.getByText('There are no filters yet.')).toBeVisible()
  await site.check(page)
})
