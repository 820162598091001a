import { expect as expectNow, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { comment } from '#server/features/comments/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { EVERYTHING, violationsOf } from '../axe.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db, { username: 'gospodyni' })
const member = await createUser(db, { username: 'bez_skryptu' })
const category = await createCategory(db, { creator: author, name: 'kuchnia' })
await joinCategory(db, member, category)
const post = await createPost(db, { author, category, title: 'Jaki chleb pieczecie?' })
const asked = await createComment(db, { author, post, content: 'Ktoś próbował na miodzie?' })

test('a member without JavaScript publishes a post with a picture, replies, edits and deletes', async () => {
  const page = await site.newPage({ javaScript: false, signedInAs: member, width: 390 })
  await page.goto('/submit')
  await page.getByLabel('Tytuł').fill('Chleb na miodzie')
  await page.getByRole('button', { name: 'r/kuchnia' }).click()
  await page.getByRole('button', { name: 'Obraz', exact: true }).click()
  await expect(page.getByLabel('Tytuł')).toHaveValue('Chleb na miodzie')
  const buffer = Buffer.from(makePng(40, 30))
  await page.getByLabel('Dodaj obraz').setInputFiles({ name: 'chleb.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Opublikuj' }).last().click()
  await expect(page.getByText('Plik jest dodany.')).toBeVisible()
  await page.getByLabel('Opis obrazu 1').fill('Bochenek')
  // Waits, because the server takes a form submitted within a second for one sent by a robot.
  await page.waitForTimeout(1_100)
  await page.getByRole('button', { name: 'Opublikuj' }).last().click()
  await expect(page.getByRole('heading', { name: 'Chleb na miodzie' })).toBeVisible()
  await expect(page.getByAltText('Bochenek')).toBeVisible()

  await page.goto(`/post/${post.id}`)
  await page
    .locator(`#comment-${asked.id}`)
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Odpowiedź na komentarz: gospodyni' })).toBeInViewport()
  await page.getByRole('textbox', { name: 'Twoja odpowiedź' }).fill('Tak, wyszedł **dobry**.')
  await page.getByRole('button', { name: 'Odpowiedz', exact: true }).last().click()
  const answer = page.locator('.comment', { hasText: 'Tak, wyszedł dobry.' }).last()
  await expect(answer).toBeInViewport()

  await answer.locator('summary').click()
  await answer.getByRole('link', { name: 'Edytuj' }).click()
  await page.getByRole('textbox', { name: 'Treść komentarza' }).fill('Tak, wyszedł wyborny.')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).last().click()
  await expect(page.getByText('Tak, wyszedł wyborny.')).toBeVisible()
  const [written] = await db.select().from(comment).where(eq(comment.author_id, member.id))
  await page.goto(`/post/${post.id}?confirm=delete-comment&comment=${written!.id}#confirm`)
  await page.getByRole('button', { name: 'Usuń', exact: true }).click()
  await expect(page.getByText('Komentarz usunięty.')).toBeVisible()
})

const PAGES = [
  `/post/${post.id}?reply=${asked.id}#reply`,
  `/post/${post.id}?edit=${asked.id}#edit`,
  `/post/${post.id}?edit=post#edit`,
  `/post/${post.id}?report=post#report`,
  `/post/${post.id}?confirm=delete-post#confirm`,
  `/post/${post.id}?share=post#share`,
  `/post/${post.id}?follow=post#follow`,
  `/post/${post.id}?moderate=post#moderate`,
  `/post/${post.id}?history=post#history`,
  `/r/${category.name}?report=community#report`,
]

test.each(PAGES)('the form page %s is the same with and without JavaScript, and axe finds no fault', async (path) => {
  const page = await site.newPage({ signedInAs: author })
  await page.goto(path)
  await untilHydrated(page)
  await expect(page.locator('.asked-form')).toBeVisible()
  expectNow(await violationsOf(page, EVERYTHING)).toEqual([])
})
