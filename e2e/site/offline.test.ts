import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
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
  test('OFF-1 a visited page is shown without a network with its age, another leads to the list', async () => {
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
