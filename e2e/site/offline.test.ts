import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const author = await createUser(site.db)
const garden = await createCategory(site.db, { name: 'ogrod', creator: author })
const post = await createPost(site.db, { category: garden, author, title: 'Pomidory w tunelu' })

/** The worker stores a page after it was shown. */
async function untilStored(page: Page, url: string): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(url)
  await untilHydrated(page)
  await page.goto('/offline')
  await expect(page.locator(`.stored-pages a[href="${url}"]`)).toBeVisible()
}

describe('reading without a network', () => {
  test('OFF-1 a visited page is shown without a network with its age, any other one leads to the list', async () => {
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

describe('fetching ahead', () => {
  test('a thread that was never visited is read without a network', async () => {
    const member = await createUser(site.db)
    await joinCategory(site.db, member, garden)
    await createComment(site.db, { post, author, content: 'Nikt tego nie otwierał.' })
    const page = await site.newPage({
      signedInAs: member,
      expectErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Preparing|Loading|Asking/],
    })
    await page.goto('/')
    await untilHydrated(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect
      .poll(
        async () => {
          await page.goto('/offline')
          return page.locator(`.stored-pages a[href="/post/${post.id}"]`).count()
        },
        { timeout: 60_000, intervals: [2_000] },
      )
      .toBe(1)
    await page.context().setOffline(true)
    await page.goto(`/post/${post.id}`)
    await expect(page.getByText('Nikt tego nie otwierał.')).toBeVisible()
    await page.context().setOffline(false)
  })
})

describe('the app', () => {
  test('APP-3 pictures that another app shares are in the composer', async () => {
    const member = await createUser(site.db)
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/')
    await untilHydrated(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
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
