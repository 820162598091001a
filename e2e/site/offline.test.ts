import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated, type Member } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const author = await createUser(site.db)
const garden = await createCategory(site.db, { name: 'ogrod', creator: author })
const post = await createPost(site.db, { category: garden, author, title: 'Pomidory w tunelu' })

/** Opens a page and waits until the service worker has stored it, which happens after the page is shown. */
async function untilStored(page: Page, url: string): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(url)
  await untilHydrated(page)
  await page.goto('/offline')
  await expect(page.locator(`.stored-pages a[href="${url}"]`)).toBeVisible()
}

describe('offline reading', () => {
  test('OFF-1 a visited page is shown offline with its age; any other shows the list of stored pages', async () => {
    const page = await site.newPage({ expectErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Preparing/] })
    await page.goto('/')
    await untilHydrated(page)
    await untilStored(page, `/post/${post.id}`)
    await page.context().setOffline(true)
    await page.goto(`/post/${post.id}`)
    await expect(page.getByText('Pomidory w tunelu').first()).toBeVisible()
    await expect(page.locator('.stored-note')).toHaveText(/zapisane \d+ s temu/)
    await untilHydrated(page)
    await expect(page.locator('.stored-note')).toBeVisible()
    await page.goto('/r/ogrod')
    await expect(page).toHaveURL('/offline')
    await expect(page.locator('.stored-pages')).toContainText('Pomidory w tunelu')
    await page.context().setOffline(false)
  })
})

describe('prefetching', () => {
  async function createPictured(member: Member, title: string): Promise<number> {
    const { token } = (await site.storageOf({ signedInAs: member })).stored
    const headers = { Authorization: `Bearer ${token}` }
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2266aa' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'tunel.png')
    const { url } = (await (
      await fetch(`${site.url}/api/upload/image`, { method: 'POST', headers, body: form })
    ).json()) as { url: string }
    const made = await fetch(`${site.url}/api/posts`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, category_id: garden.id, images: [{ url, alt: title }], elapsed_ms: 60_000 }),
    })
    return ((await made.json()) as { id: number }).id
  }

  test('OFF-4 prefetched threads that were never visited are readable offline with comments and pictures', async () => {
    const writer = await createUser(site.db, { trust_level: 2 })
    const member = await createUser(site.db)
    for (const one of [writer, member]) await joinCategory(site.db, one, garden)
    for (let n = 0; n < 51; n += 1)
      await createComment(site.db, { post: await createPost(site.db, { category: garden, author }), author })
    const id = await createPictured(writer, 'Zdjęcie z tunelu')
    await createComment(site.db, { post: { id }, author, content: 'Nikt tego nie otwierał.' })
    const page = await site.newPage({
      signedInAs: member,
      width: 390,
      expectErrors: [/ERR_|Failed to fetch|Preparing|Loading|Asking|Counting|EventSource/],
    })
    await page.goto('/')
    await untilHydrated(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const threads = page.locator('.stored-pages a[href^="/post/"]')
    await expect
      .poll(
        async () => {
          await page.goto('/offline')
          await page.locator('.stored-pages').waitFor({ state: 'attached' })
          await Bun.sleep(1_000)
          return threads.count()
        },
        { timeout: 100_000 },
      )
      .toBe(50)
    await site.stop()
    await page.goto(`/post/${id}`)
    await expect(page.locator('.stored-note')).toBeVisible()
    await expect(page.getByText('Nikt tego nie otwierał.')).toBeVisible()
    const picture = page.locator('.post img[src*="/media/i/"]').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.goto('/')
    await expect(page.getByText('Zdjęcie z tunelu').first()).toBeVisible()
    await site.start()
  })
})

describe('the installed app', () => {
  test('APP-3 pictures shared from another app are attached in the post form', async () => {
    const member = await createUser(site.db)
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/')
    await untilHydrated(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 })
    const base64 = (
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#aa4422' } })
        .png()
        .toBuffer()
    ).toString('base64')
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.codePointAt(0)!)
      const chosen = new DataTransfer()
      chosen.items.add(new File([bytes], 'kwiat.png', { type: 'image/png' }))
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/share',
        enctype: 'multipart/form-data',
      })
      const field = Object.assign(document.createElement('input'), { type: 'file', name: 'pictures' })
      field.files = chosen.files
      form.append(field)
      document.body.append(form)
      form.submit()
    }, base64)
    await expect(page).toHaveURL(/\/submit\?.*pictures=1/)
    await expect(page.locator('.upload__preview img')).toBeVisible()
  })

  test("APP-3 installation is offered at the third visit and never again after 'Nie teraz'", async () => {
    const first = await site.newPage()
    const visit = async () => {
      const page = await first.context().newPage()
      await page.goto('/')
      await untilHydrated(page)
      await page.evaluate(() =>
        dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => {} })),
      )
      return page
    }
    const card = (page: Page) => page.getByRole('button', { name: 'Nie teraz' })
    for (let count = 1; count < 3; count += 1) await expect(card(await visit())).toHaveCount(0)
    const third = await visit()
    await card(third).click()
    await expect(card(third)).toHaveCount(0)
    await expect(card(await visit())).toHaveCount(0)
  })
})
