import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { comment } from '#server/features/comments/table.ts'
import { textVersion } from '#server/features/history/table.ts'
import { post } from '#server/features/posts/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

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

  // Signed in: visitors may get the community's page as it was cached a moment ago.
  const reader = await site.newPage({ javaScript: false, signedInAs: await createUser(db) })
  await reader.goto('/r/piekarnia')
  const card = reader.getByRole('article', { name: 'Przepis na żurek' })
  await expect(card.getByRole('link', { name: 'Otwórz link: example.org' })).toBeVisible()
  await expect(card.getByText('Zakwas stoi pięć dni.')).toBeHidden()
  await card.getByRole('button', { name: 'Pokaż spoiler' }).click()
  await expect(card.getByText('Zakwas stoi pięć dni.')).toBeVisible()
  await card.getByRole('link', { name: 'Przepis na żurek' }).click()
  await expect(reader).toHaveURL(`/post/${id}`)
})

test('WRITE-2 several pictures are sent at once, described, ordered by keyboard, kept through a reload, and scroll sideways without scripts', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await startPost(page, 'Bochenek z każdej strony', 'Obraz')
  const file = (width: number) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: makePng(width, 200) })
  await page.locator('form input[type=file]').setInputFiles([file(311), file(312), file(313)])
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Opis obrazu 1' }).fill('Skórka')
  await page.getByRole('textbox', { name: 'Opis obrazu 2' }).fill('Miękisz')
  await page.getByRole('button', { name: 'Przesuń obraz 2 wcześniej' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Opis obrazu 1' })).toHaveValue('Miękisz')
  await expect(page.getByRole('button', { name: 'Przesuń obraz 1 później' })).toBeFocused()
  await page.getByRole('button', { name: 'Usuń obraz 3' }).click()
  await expect(rows).toHaveCount(2)
  await site.check(page)
  await reload(page)
  await untilHydrated(page)
  await expect(page.getByRole('textbox', { name: 'Opis obrazu 2' })).toHaveValue('Skórka')
  const id = await publish(page)
  const gallery = page.getByRole('group', { name: 'Zdjęcie do posta: Bochenek z każdej strony' })
  await expect(gallery.getByRole('img').first()).toHaveAttribute('alt', 'Miękisz')
  await gallery.focus()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('2 z 2')).toBeInViewport({ ratio: 1 })
  await site.check(page)
  await page.getByRole('button', { name: 'Edytuj' }).click()
  await page.getByRole('textbox', { name: 'Opis obrazu 1' }).fill('Miękisz z bliska')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(gallery.getByRole('img').first()).toHaveAttribute('alt', 'Miękisz z bliska')
  await expect(page.getByText('edytowano')).toHaveCount(0)

  const reader = await site.newPage({ javaScript: false, signedInAs: await createUser(db), width: 390 })
  await reader.goto('/r/piekarnia')
  const card = reader.getByRole('group', { name: 'Zdjęcie do posta: Bochenek z każdej strony' })
  await expect(card.getByText('1 z 2')).toBeInViewport()
  await card.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }))
  await expect(card.getByText('2 z 2')).toBeInViewport({ ratio: 1 })
  await reader.getByRole('link', { name: 'Bochenek z każdej strony' }).click()
  await expect(reader).toHaveURL(`/post/${id}`)
})

test("WRITE-6 'edytowano' opens the former texts of a post and of a comment with the words that differ", async () => {
  const created_at = new Date(Date.now() - 3_600_000)
  const story = await createPost(db, { author, title: 'Zakwas', content: 'Mąka i **woda**, pięć dni.', created_at })
  const said = await createComment(db, { post: story, content: 'Sześć dni, nie pięć.', created_at })
  await db.update(comment).set({ edited_at: new Date() }).where(eq(comment.id, said.id))
  await db.insert(textVersion).values({ comment_id: said.id, content: 'Siedem dni, nie pięć.', content_html: '<p>Siedem dni, nie pięć.</p>', renderer_version: 99, edited_at: new Date() })
  const page = await site.newPage({ signedInAs: author, width: 390, dark: true })
  await open(page, `/post/${story.id}`)
  await page.getByRole('button', { name: 'Edytuj' }).click()
  await page.getByLabel('Treść').fill('Mąka i **woda**, cztery dni.')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await page.getByRole('article', { name: 'Zakwas' }).getByRole('button', { name: 'edytowano' }).click()
  const dialog = page.getByRole('dialog', { name: 'Historia zmian' })
  await expect(dialog.locator('del')).toHaveText('Usunięto: pięć')
  await expect(dialog.locator('ins')).toHaveText('Dodano: cztery')
  await dialog.getByText('Wersja przed tą zmianą').click()
  await expect(dialog.locator('strong')).toHaveText('woda')
  await site.check(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const visitor = await site.newPage({ lang: 'en' })
  await open(visitor, `/post/${story.id}`)
  await visitor.locator('.comment').getByRole('button', { name: 'edited' }).click()
  await expect(visitor.getByRole('dialog', { name: 'Edit history' }).locator('del')).toHaveText('Removed: Siedem')
})
