import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { message } from '#server/features/messages/table.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ MESSAGE_TTL_AFTER_READ: '90m' })
const { db } = site
const anna = await createUser(db, { username: 'anna_z_rana' })
const marek = await createUser(db, { username: 'nocny_marek' })
const post = await createPost(db, {
  author: anna,
  category: await createCategory(db, { name: 'gotowanie' }),
  title: 'Zakwas w zimnej kuchni',
})
const POLL = 30_000

const badge = (page: Page, name: string) =>
  page.getByRole('banner').locator('summary, a').filter({ hasText: name }).locator('.badge')
const bell = (page: Page) => page.locator('summary', { hasText: 'Powiadomienia' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Wiadomość', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Wyślij' }).click()
  await expect(page.locator('.message', { hasText: text })).toBeVisible()
}

test("a comment, a mention and a message are in the other's bell and badge within one poll", async () => {
  const [hers, his] = [
    await site.newPage({ events: false, signedInAs: anna }),
    await site.newPage({ events: false, signedInAs: marek }),
  ]
  await hers.clock.install()
  await open(hers, '/privacy-policy')
  await expect(badge(hers, 'Powiadomienia')).toHaveCount(0)
  await open(his, `/post/${post.id}`)
  await his.getByLabel('Dodaj komentarz').fill('Moim zdaniem za zimno.')
  await his.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(his.getByRole('article', { name: 'Komentarz: nocny_marek' })).toContainText('Moim zdaniem')
  await hers.clock.runFor(POLL)
  await expect(badge(hers, 'Powiadomienia')).toHaveText('1')

  const elsewhere = await createPost(db, { author: marek, title: 'Chleb bez foremki' })
  await open(his, `/post/${elsewhere.id}`)
  await his.getByLabel('Dodaj komentarz').fill('Co na to @anna_z_rana?')
  await his.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(his.getByRole('article', { name: 'Komentarz: nocny_marek' })).toContainText('Co na to')
  await open(his, '/conversation/anna_z_rana')
  await send(his, 'Masz chwilę?')
  await hers.clock.runFor(POLL)
  await expect(badge(hers, 'Powiadomienia')).toHaveText('2')
  await expect(badge(hers, 'Wiadomości')).toHaveText('1')

  await bell(hers).click()
  await hers.getByRole('link', { name: /Co na to/ }).click()
  await expect(hers.getByRole('article', { name: 'Komentarz: nocny_marek' })).toBeInViewport()
  await expect(badge(hers, 'Powiadomienia')).toHaveText('1')
})

test('a read message has a double tick, and is deleted for both after the time set', async () => {
  const [reader, writer] = [await createUser(db), await createUser(db)]
  const [hers, his] = [
    await site.newPage({ events: false, signedInAs: reader }),
    await site.newPage({ events: false, signedInAs: writer }),
  ]
  await his.clock.install()
  await hers.clock.install()
  await open(his, `/conversation/${reader.username}`)
  await send(his, 'Przeczytaj i zapomnij.')
  await send(his, 'A to zostanie.')
  await expect(his.getByRole('img', { name: 'Wysłana' })).toHaveCount(2)
  await open(hers, `/conversation/${writer.username}`)
  await expect(hers.getByText('A to zostanie.')).toBeVisible()
  await his.clock.runFor(10_000)
  await expect(his.getByRole('img', { name: 'Przeczytana' })).toHaveCount(2)
  await db
    .update(message)
    .set({ read_at: new Date(Date.now() - 91 * 60_000) })
    .where(eq(message.content, 'Przeczytaj i zapomnij.'))
  await his.clock.runFor(10_000)
  await hers.clock.runFor(10_000)
  await expect(his.getByText('Przeczytaj i zapomnij.')).toHaveCount(0)
  await expect(hers.getByText('Przeczytaj i zapomnij.')).toHaveCount(0)
  await expect(his.getByText('A to zostanie.')).toBeVisible()
  await expect(hers.getByText('A to zostanie.')).toBeVisible()
})
