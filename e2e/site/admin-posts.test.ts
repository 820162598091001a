import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { post } from '#server/features/posts/table.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite } from '../harness.ts'

const site = await startSite()
const author = await createUser(site.db, { username: 'autorka' })
const garden = await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: author })
const night = await createCategory(site.db, {
  name: 'noc',
  display_name: 'Nocne rozmowy',
  is_nsfw: true,
  creator: author,
})
await Promise.all(
  Array.from({ length: 24 }, (_, at) =>
    createPost(site.db, {
      author,
      category: garden,
      title: `Grządka ${at + 1}`,
      content: 'Co roku **inaczej**.',
      created_at: new Date(Date.UTC(2026, 0, 1, at)),
    }),
  ),
)
await createPost(site.db, {
  author: null,
  category: night,
  title: 'Po północy',
  content: '',
  upvotes: 7,
  downvotes: 2,
  created_at: new Date('2026-02-01'),
})

const question = (page: Page) => page.getByRole('alertdialog')
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const titles = (page: Page) => page.locator('tbody tr .table__title')

test('DEL-1 ADM-5 ADMC-1,2,8 the panel searches, pages, sorts and deletes posts', async () => {
  const page = await site.newPage({ admin: true })
  await page.goto('/admin?tab=posts')
  await expect(titles(page)).toHaveCount(20)
  await expect(titles(page).first()).toHaveText(/Po północy.*NSFW/)
  const first = rowOf(page, 'Po północy')
  await expect(first.getByRole('cell')).toHaveText([
    '',
    /Po północy/,
    '',
    '[usunięty]',
    'r/noc',
    '7',
    '2',
    '2026-02-01 01:00',
    /Usuń/,
  ])

  await page.getByRole('link', { name: 'Następna' }).click()
  await expect(titles(page)).toHaveCount(5)
  await expect(page).toHaveURL(/tab=posts.*skip=20/)
  await reload(page)
  await expect(titles(page)).toHaveText(['Grządka 5', 'Grządka 4', 'Grządka 3', 'Grządka 2', 'Grządka 1'])
  await page.getByRole('button', { name: 'Tytuł' }).click()
  await expect(titles(page)).toHaveText(['Grządka 1', 'Grządka 2', 'Grządka 3', 'Grządka 4', 'Grządka 5'])

  await page.locator('summary', { hasText: 'Kolumny' }).click()
  await site.check(page)
  await page.getByRole('checkbox', { name: 'Treść' }).click()
  await expect(page.getByRole('columnheader', { name: 'Treść' })).toHaveCount(0)
  await expect(page).toHaveURL(/skip=20.*hide=content/)
  await page.getByRole('checkbox', { name: 'Treść' }).click()
  await expect(page.getByRole('columnheader', { name: 'Treść' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox').fill('polnoc')
  await page.getByRole('searchbox').press('Enter')
  await expect(titles(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=polnoc/)
  await page.getByRole('searchbox').fill('gradka')
  await page.getByRole('button', { name: 'Szukaj' }).click()
  await expect(page.getByText('Żaden post nie pasuje do wyszukiwania')).toBeVisible()
  await page.getByRole('searchbox').fill('grzadka 3')
  await page.getByRole('button', { name: 'Szukaj' }).click()
  await rowOf(page, 'Grządka 3').getByRole('button', { name: /Usuń/ }).click()
  await expect(question(page)).toContainText('Czy na pewno chcesz usunąć ten post?')
  await expect(question(page)).toContainText('„Grządka 3” zniknie ze strony od razu, a razem z nim 0 komentarzy.')
  await question(page).getByRole('button', { name: 'Anuluj' }).click()
  await expect(rowOf(page, 'Grządka 3')).toBeVisible()
  await rowOf(page, 'Grządka 3').getByRole('button', { name: /Usuń/ }).click()
  await question(page).getByRole('button', { name: 'Usuń' }).click()
  await expect(toast(page, 'Usunięto pomyślnie')).toBeVisible()
  await expect(page.getByText('Żaden post nie pasuje do wyszukiwania')).toBeVisible()

  await page.goto('/admin?tab=posts&skip=20')
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na tej stronie' }).check()
  await page.getByRole('checkbox', { name: 'Zaznacz post „Grządka 1”' }).uncheck()
  await expect(page.getByText('Zaznaczono 3 posty')).toBeVisible()
  await page.getByRole('button', { name: 'Usuń zaznaczone' }).click()
  await expect(question(page)).toContainText('Czy na pewno chcesz usunąć 3 zaznaczone posty?')
  await expect(question(page).getByRole('listitem')).toHaveText(['Grządka 5', 'Grządka 4', 'Grządka 2'])
  await site.check(page)
  await question(page).getByRole('button', { name: 'Usuń' }).click()
  await expect(titles(page)).toHaveText(['Grządka 1'])
  expect(await site.db.$count(post, eq(post.category_id, garden.id))).toBe(24)
  expect(
    (await site.db.select().from(post))
      .filter(({ deleted_at }) => deleted_at !== null)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Grządka 2', 'Grządka 3', 'Grządka 4', 'Grządka 5'])
})
