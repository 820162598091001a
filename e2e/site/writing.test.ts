import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { post } from '#server/features/posts/table.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db, { username: 'kasia_pisze' })
await createCategory(db, { name: 'piekarnia', display_name: 'Piekarnia', creator: author })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function startPost(page: Page, title: string, mode: string): Promise<void> {
  await open(page, '/submit?community=piekarnia')
  await page.getByLabel('Tytuł').fill(title)
  await page.getByRole('radio', { name: mode }).check()
}

async function publish(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

const option = (page: Page, text: string) => page.getByRole('region', { name: 'Ankieta' }).getByRole('listitem').filter({ hasText: text })

test('WRITE-3 a poll is written and kept through a reload, its result shown to who voted, and without scripts to everybody once it is closed', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await startPost(page, 'Jaki chleb?', 'Ankieta')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page.getByRole('alert')).toContainText('Odpowiedź w ankiecie może mieć od 1 do 100 znaków.')
  await page.getByRole('textbox', { name: 'Odpowiedź 1' }).fill('Żytni')
  await page.getByRole('textbox', { name: 'Odpowiedź 2' }).fill('Pszenny')
  await page.getByRole('button', { name: 'Dodaj odpowiedź' }).click()
  await page.getByRole('textbox', { name: 'Odpowiedź 3' }).fill('Orkiszowy')
  await page.getByRole('combobox', { name: 'Czas trwania' }).selectOption('3 dni')
  await site.check(page)
  await open(page, '/submit')
  await expect(page.getByRole('radio', { name: 'Ankieta' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Odpowiedź 3' })).toHaveValue('Orkiszowy')
  const id = await publish(page)
  await page.getByRole('radio', { name: 'Pszenny' }).check()
  await page.getByRole('button', { name: 'Zagłosuj' }).click()
  await expect(option(page, 'Pszenny')).toContainText('1 (100%)')
  await expect(option(page, 'Pszenny')).toContainText('Twój głos')
  await expect(page.getByText(/^1 głos · do końca 3 dni|^1 głos · do końca 2 dni/)).toBeVisible()
  await site.check(page)

  const visitor = await site.newPage({ javaScript: false })
  await visitor.goto(`/post/${id}`)
  await expect(visitor.getByRole('radio', { name: 'Pszenny' })).toBeVisible()
  await expect(visitor.getByText('Wynik zobaczysz po oddaniu głosu.')).toBeVisible()
  const sources = await Promise.all([`/post/${id}`, '/r/piekarnia', '/'].map(async (path) => (await fetch(site.url + path)).text()))
  for (const source of sources) expect(source).not.toMatch(/votes&quot;:\d|"votes":\d/)
  await visitor.goto('/r/piekarnia')
  await expect(visitor.getByText('Ankieta · 1 głos')).toBeVisible()
  await db.update(post).set({ poll_closes_at: new Date(Date.now() - 1_000) }).where(eq(post.id, id))
  const other = await site.newPage({ javaScript: false, signedInAs: await createUser(db) })
  await other.goto(`/post/${id}`)
  await expect(option(other, 'Pszenny')).toContainText('1 (100%)')
  await expect(other.getByText('1 głos · zakończona')).toBeVisible()
})

test('WRITE-1 WRITE-4 a link is announced as posted before, shows its domain, and a spoiler stays covered until its button is pressed', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390, dark: true })
  await startPost(page, 'Przepis na żurek', 'Link')
  await page.getByLabel('Adres linku').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page.getByText('Podaj pełny adres, który zaczyna się od https:// albo http://.')).toBeVisible()
  await page.getByLabel('Adres linku').fill('https://www.example.org/zurek?utm_source=x')
  await page.getByLabel('Treść').fill('Zakwas stoi pięć dni.')
  await page.getByRole('checkbox', { name: 'Spoiler' }).check()
  await site.check(page)
  const id = await publish(page)
  const link = page.getByRole('link', { name: 'Otwórz link: example.org' })
  await expect(link).toHaveAttribute('href', 'https://www.example.org/zurek')
  await expect(page.getByText('Zakwas stoi pięć dni.')).toBeHidden()
  await page.getByRole('button', { name: 'Pokaż spoiler' }).click()
  await expect(page.getByText('Zakwas stoi pięć dni.')).toBeVisible()
  await site.check(page)

  await startPost(page, 'Jeszcze raz żurek', 'Link')
  await page.getByLabel('Adres linku').fill('https://www.example.org/zurek#skladniki')
  await expect(page.getByRole('status').filter({ hasText: 'Ten link już tu był:' })).toContainText('Przepis na żurek')
  await site.check(page)

  const visitor = await site.newPage({ javaScript: false })
  await visitor.goto('/r/piekarnia')
  const card = visitor.getByRole('article', { name: 'Przepis na żurek' })
  await expect(card.getByRole('link', { name: 'Otwórz link: example.org' })).toBeVisible()
  await expect(card.getByText('Zakwas stoi pięć dni.')).toBeHidden()
  await card.getByRole('button', { name: 'Pokaż spoiler' }).click()
  await expect(card.getByText('Zakwas stoi pięć dni.')).toBeVisible()
  await card.getByRole('link', { name: 'Przepis na żurek' }).click()
  await expect(visitor).toHaveURL(`/post/${id}`)
})
