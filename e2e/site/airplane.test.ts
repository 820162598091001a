import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { chromium, type BrowserContext, type Page } from 'playwright'
import sharp from 'sharp'
import { comment } from '#server/features/comments/table.ts'
import { pollVote } from '#server/features/polls/table.ts'
import { savedPost } from '#server/features/saves/table.ts'
import { post } from '#server/features/posts/table.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { findChromium } from '../browser.ts'
import { expect, startSite, untilHydrated, WAIT_MS } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const author = await createUser(site.db, { username: 'autorka' })
const member = await createUser(site.db, { username: 'pasazer', password: 'Demo1234' })
const garden = await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród', creator: author })
await joinCategory(site.db, member, garden)
const thread = await createPost(site.db, { category: garden, author, title: 'Pomidory w tunelu' })
const first = await createComment(site.db, { post: thread, author, content: 'Podlewam rano.' })
const own = await createComment(site.db, { post: thread, author: member, content: 'Ja wieczorem.' })
const asked = (await (
  await fetch(`${site.url}/api/posts`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${(await site.storageOf({ signedInAs: author })).stored.token}`,
    },
    body: JSON.stringify({
      title: 'Co sadzimy?',
      category_id: garden.id,
      poll: { options: ['Dynie', 'Fasolę'], hours: 24 },
      elapsed_ms: 60_000,
    }),
  })
).json()) as { id: number }
const profile = await mkdtemp(join(tmpdir(), 'watek-profile-'))
const photo = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#4488aa' } })
  .png()
  .toBuffer()
afterAll(() => rm(profile, { recursive: true, force: true }))

async function startBrowser(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (await findChromium()) ?? undefined,
    headless: true,
    args: ['--no-sandbox'],
    baseURL: site.url,
    viewport: { width: 390, height: 800 },
    locale: 'pl-PL',
  })
  context.setDefaultTimeout(WAIT_MS)
  return context
}

const picture = async (page: Page, name: string) => {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

test('OUT-1 stored pages are readable offline, and texts written offline are sent once and in order', async () => {
  let browser = await startBrowser()
  let page = await browser.newPage()
  await page.goto('/login')
  await untilHydrated(page)
  await page.getByLabel('Nazwa użytkownika', { exact: false }).first().fill('pasazer')
  await page.locator('input[name=password]').fill('Demo1234')
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(`/post/${thread.id}`)
  await untilHydrated(page)
  await page.goto(`/post/${asked.id}`)
  await untilHydrated(page)
  await page.goto('/submit?community=ogrod')
  await untilHydrated(page)
  await page.goto('/')
  await page.goto('/offline')
  for (const path of ['/', `/post/${thread.id}`, `/post/${asked.id}`])
    await expect(page.locator(`.stored-pages a[href="${path}"]`)).toBeVisible()
  await browser.close()

  await site.stop()
  browser = await startBrowser()
  page = await browser.newPage()
  await page.goto('/')
  await expect(page.locator('.stored-note')).toHaveText(/zapisane/)
  await picture(page, 'feed')
  await page.getByText('Pomidory w tunelu').first().click()
  await expect(page.getByText('Podlewam rano.')).toBeVisible()
  await untilHydrated(page)
  await picture(page, 'thread')

  const queued = page.locator('.queued')
  await page.locator('.comment-form textarea').first().fill('Napisane w tunelu.')
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(queued.filter({ hasText: 'Napisane w tunelu.' })).toContainText('Komentarz: czeka na sieć')
  const firstItem = page.locator(`#comment-${first.id}`)
  await firstItem.getByRole('button', { name: 'Głosuj za' }).click()
  await expect(firstItem.locator('.queued')).toContainText('Głos na komentarz: czeka na sieć')
  await firstItem.getByRole('button', { name: 'Odpowiedz: autorka' }).click()
  await firstItem.locator('textarea').fill('Odpowiedź z tunelu.')
  await firstItem.locator('.comment-form').getByRole('button', { name: 'Odpowiedz' }).click()
  await expect(firstItem.locator('.queued')).toContainText('Odpowiedź z tunelu.')
  await expect(firstItem.locator('textarea')).toHaveCount(0)
  const ownItem = page.locator(`#comment-${own.id}`)
  await ownItem.locator('summary').click()
  await ownItem.getByText('Edytuj').click()
  await ownItem.locator('textarea').fill('Ja o północy.')
  await ownItem.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(ownItem.locator('.queued')).toContainText('Ja o północy.')
  await page.locator('.post').getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.locator('.post .queued')).toContainText('czeka na sieć')
  await picture(page, 'written')

  await page.goto(`/post/${asked.id}`)
  await untilHydrated(page)
  await page.getByLabel('Fasolę').check()
  await page.getByRole('button', { name: 'Zagłosuj', exact: true }).click()
  await expect(page.locator('.post .queued')).toContainText('Głos w ankiecie: czeka na sieć')
  await picture(page, 'poll')

  await page.goto('/submit?community=ogrod')
  await untilHydrated(page)
  await page.getByLabel('Tytuł').fill('Widok z okna pociągu')
  await page.locator('.post-modes').getByText('Obraz').click()
  await page.locator('main input[type=file]').setInputFiles({ name: 'okno.png', mimeType: 'image/png', buffer: photo })
  await expect(page.locator('.upload__preview img')).toBeVisible()
  await page.locator('.form__actions button[type=submit]').click()
  await expect(page.locator('.queued')).toContainText('Widok z okna pociągu')
  await picture(page, 'post')

  await page.goto('/outbox')
  await expect(page.locator('.outbox > li')).toHaveCount(7)
  await picture(page, 'outbox')
  const waiting = (text: string) => page.locator('.outbox > li', { hasText: text })
  const written = page.locator('.outbox > li').first()
  await written.locator('textarea').fill('Poprawione w tunelu.')
  await page.getByRole('button', { name: 'Zapisz zmianę' }).click()
  await expect(page.getByRole('button', { name: 'Zapisz zmianę' })).toHaveCount(0)
  await expect(written.locator('textarea')).toHaveValue('Poprawione w tunelu.')
  await waiting('Zapisanie posta').getByRole('button', { name: 'Anuluj' }).click()
  await expect(page.locator('.outbox > li')).toHaveCount(6)
  await waiting('Głos na komentarz').getByRole('button', { name: 'Wyślij ponownie' }).click()
  await expect(page.locator('.outbox > li')).toHaveCount(6)

  await site.start()
  await page.reload()
  await expect(page.getByText('Nic nie czeka na wysłanie.')).toBeVisible({ timeout: 40_000 })
  const comments = await site.db
    .select({ id: comment.id, content: comment.content, upvotes: comment.upvotes })
    .from(comment)
    .where(eq(comment.post_id, thread.id))
    .orderBy(asc(comment.id))
  expect(comments.map(({ content, upvotes }) => [content, upvotes])).toEqual([
    ['Podlewam rano.', 1],
    ['Ja o północy.', 0],
    ['Poprawione w tunelu.', 0],
    ['Odpowiedź z tunelu.', 0],
  ])
  expect(await site.db.$count(savedPost, eq(savedPost.user_id, member.id))).toBe(0)
  const [voted] = await site.db.select().from(pollVote).where(eq(pollVote.user_id, member.id))
  expect(voted?.post_id).toBe(asked.id)
  const posts = await site.db.select().from(post).where(eq(post.author_id, member.id))
  expect(posts.map(({ title, image_url }) => [title, image_url])).toEqual([
    ['Widok z okna pociągu', expect.stringMatching(/^\/media\/i\//)],
  ])
  await browser.close()
})
